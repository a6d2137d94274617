"""Pictures with truth: rendering, collecting, labelling and exporting them, and training on them."""
