// @ts-check
/** Elements made from data. Text is always text: nothing here parses markup. */

/** @typedef {Node | string | number | null | undefined | false} Part */
/** @typedef {Part | Part[]} Child */
/** @typedef {Record<string, any>} Properties */

/** What is set on the element itself: its attribute is only what it begins with. */
const PROPERTIES = new Set(["value", "checked", "disabled", "muted"]);
const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element. `on` holds listeners and `data` data attributes; true and false set or leave out an attribute.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/**
 * An SVG element, made like an HTML one.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/**
 * A button that says what it does.
 * @param {string} text
 * @param {(event: Event) => void} press
 * @param {Properties} [properties]
 */
export function button(text, press, properties = {}) {
  return h("button", { type: "button", ...properties, on: { click: press } }, text);
}

/**
 * A field below its label.
 * @param {string} text
 * @param {HTMLElement} field
 * @param {string} [hint]
 */
export function labelled(text, field, hint = "") {
  return h("label", { class: "field" }, h("span", {}, text), field, hint && h("small", {}, hint));
}

/**
 * Put children in the place of those that are there.
 * @param {Element} parent
 * @param {...Child} children
 */
export function put(parent, ...children) {
  parent.replaceChildren(...nodes(children));
}

/**
 * The SVG of a server as an element of this page: parsed as XML, and only what draws.
 * @param {string} text
 */
export function adoptDrawing(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.localName !== "svg") throw new Error("this is no drawing");
  for (const node of root.querySelectorAll("*")) {
    const foreign = !["svg", "g", "path", "rect", "circle", "polygon", "text", "title", "desc"].includes(
      node.localName,
    );
    if (foreign) node.remove();
  }
  for (const node of [root, ...root.querySelectorAll("*")]) {
    for (const { name } of [...node.attributes]) if (/^on|href$|^style$/i.test(name)) node.removeAttribute(name);
  }
  return document.adoptNode(root);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Properties} properties
 * @param {Child[]} children
 */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === "data") {
      for (const [key, text] of Object.entries(value)) element.setAttribute(`data-${key}`, text);
    } else if (PROPERTIES.has(name)) Object.assign(element, { [name]: value });
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...nodes(children));
  return element;
}

/** @param {Child[]} children */
function nodes(children) {
  /** @type {(Node | string)[]} */
  const made = [];
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false || child === "") continue;
    made.push(child instanceof Node ? child : String(child));
  }
  return made;
}
