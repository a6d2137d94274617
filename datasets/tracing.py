"""Physically based pictures: the scenes of the compositor as solid bodies, traced by Blender's Cycles.

It runs in a virtual environment of its own (extra `trace`), because bpy wants an older numpy:
`python -m tileref.datasets.tracing FOLDER --first SEED --pictures N`. Pictures that are there already are left alone.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import pi
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import bpy
import cv2
import numpy as np
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from tileref.datasets import face, surface
from tileref.datasets.camera import Camera, look_at
from tileref.datasets.fonts import find_fonts
from tileref.datasets.layout import Kind, LyingTile, lay_out_board, lay_tiles
from tileref.datasets.photo import develop, random_conditions
from tileref.datasets.style import Rng, TileStyle, random_style
from tileref.engine.triangles import Chirality

DIFFICULTIES = {"easy": 0.1, "medium": 0.5, "hard": 0.9}
_BEVEL_STEPS = 3
_SPOTS = 36

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Shot:
    """A camera and what Blender needs to know of it: where it stands, how it is turned, how wide it sees."""

    camera: Camera
    position: Floats
    axes: Floats
    field_of_view: float


def trace(seed: int, folder: Path, *, width: int, threads: int, samples: int) -> None:
    """Trace the picture of a seed and write it with its truth; the same seed gives the same scene."""
    difficulty = list(DIFFICULTIES)[seed % len(DIFFICULTIES)]
    hardness = DIFFICULTIES[difficulty]
    rng = np.random.default_rng(seed)
    style = random_style(rng, len(find_fonts()), pips=0.1)
    board = lay_out_board(rng, int(rng.choice([rng.integers(1, 8), rng.integers(8, 30)])), Chirality.CW)
    tiles = lay_tiles(
        rng,
        board,
        gap=float(rng.uniform(0.005, 0.03 + 0.02 * hardness)),
        skew=float(rng.uniform(0, np.radians(3))),
        loose=int(rng.integers(0, 5)),
        facedown=int(rng.integers(0, 6)),
    )
    shot = _random_shot(rng, tiles, style, hardness, width)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    with TemporaryDirectory() as scratch:
        bodies = _lay_table(rng, tiles, style, hardness, Path(scratch))
        _light_room(rng, hardness)
        image = _render(shot, Path(scratch), threads, samples, seed)
    seen = _visible(shot, tiles, style, bodies)
    # Glare and shadows are the tracer's own.
    conditions = random_conditions(rng, hardness, _finest(shot, tiles, style))
    photo = develop(image, shot.camera, replace(conditions, glare=0.0, hard_shadow=0.0, falloff=0.0), rng)
    truth = {
        "image": f"{seed}.jpg",
        "difficulty": difficulty,
        "mark": str(style.mark),
        "board_fully_visible": all(
            min(visibility, *marks) >= 0.9
            for tile, (visibility, marks) in zip(tiles, seen, strict=True)
            if tile.kind is Kind.BOARD
        ),
        "tiles": [
            {
                "kind": str(tile.kind),
                "corners": shot.camera.distort(shot.camera.project(_at_height(tile.corners, style.thickness))).tolist(),
                "digits": tile.digits,
                "vertices": None if tile.cell is None else [[vertex.x, vertex.y] for vertex in tile.cell.corners],
                "visibility": visibility,
                "marks": marks,
                "ignore": False,
            }
            for tile, (visibility, marks) in zip(tiles, seen, strict=True)
        ],
    }
    cv2.imwrite(str(folder / f"{seed}.jpg"), photo, [cv2.IMWRITE_JPEG_QUALITY, 92])
    # The truth comes last: where it is, the picture is whole.
    half = folder / f"{seed}.half"
    half.write_text(json.dumps(truth), encoding="utf-8")
    half.rename(folder / f"{seed}.json")


def _at_height(xy: Floats, z: float) -> Floats:
    return np.concatenate([xy, np.full((len(xy), 1), z)], axis=1)


def _random_shot(rng: Rng, tiles: list[LyingTile], style: TileStyle, hardness: float, width: int) -> Shot:
    height = int(width * rng.choice([0.5625, 0.667, 0.75]))
    spots = np.concatenate([tile.corners for tile in tiles if tile.kind is Kind.BOARD])
    centre = (spots.max(axis=0) + spots.min(axis=0)) / 2 + rng.normal(0, 0.3, 2)
    reach = float(np.linalg.norm(spots - centre, axis=1).max()) + 0.4
    field = float(np.radians(rng.uniform(38, 65)))
    tilt = float(np.radians(rng.uniform(28 * max(0.0, hardness - 0.2), 10 + 42 * hardness)))
    distance = reach / (np.tan(field / 2) * height / width * rng.uniform(0.5, 0.95)) + reach * np.sin(tilt)
    legible = width / 2 / np.tan(field / 2) / max(40.0, 9.0 / (style.size * np.cos(tilt)))
    distance = max(min(distance, legible), 3.0)
    heading, bend = float(rng.uniform(0, 2 * pi)), float(rng.uniform(-0.06, 0.02))
    target = (float(centre[0]), float(centre[1]))
    camera = look_at(
        width=width, height=height, target=target, distance=distance, tilt=tilt, heading=heading, roll=0.0,
        field_of_view=field, bend=bend,
    )  # fmt: skip
    forward = np.array([np.sin(tilt) * np.sin(heading), np.sin(tilt) * np.cos(heading), -np.cos(tilt)])
    right = np.array([np.cos(heading), -np.sin(heading), 0.0])
    # Blender's camera looks along its negative z, with y upwards.
    axes = np.stack([right, np.cross(right, forward), -forward], axis=1)
    return Shot(camera, np.array([*target, 0.0]) - distance * forward, axes, field)


def _finest(shot: Shot, tiles: list[LyingTile], style: TileStyle) -> float:
    """The height of the smallest mark of the board, in pixels."""
    areas = [
        cv2.contourArea(shot.camera.project(_at_height(tile.corners, style.thickness)).astype(np.float32))
        for tile in tiles
        if tile.kind is Kind.BOARD
    ]
    return style.size * float(np.sqrt(min(areas) / (3**0.5 / 4)))


def _lay_table(rng: Rng, tiles: list[LyingTile], style: TileStyle, hardness: float, scratch: Path) -> list[Any]:
    """The table with all that lies on it; the bodies of the tiles, in their order."""
    texture = surface.draw_surface(rng) if rng.random() < 0.25 + 0.75 * hardness else None
    plane = _body("table", [(-80, -80, 0), (80, -80, 0), (80, 80, 0), (-80, 80, 0)], [(0, 1, 2, 3)])
    material = _material("table", rough=float(rng.uniform(0.25, 0.95)))
    if texture is None:
        _paint(material, tuple(float(v) for v in (rng.uniform(0.05, 0.9) * (1 - rng.uniform(0, 0.7) * rng.random(3)))))
    else:
        extent = float(rng.uniform(6, 24))
        _wrap(material, texture, scratch / "table.png")
        _unfold(plane, lambda x, y: (x / extent + 0.37, y / extent + 0.11))
    plane.data.materials.append(material)
    bodies = []
    for number, tile in enumerate(tiles):
        turns = face.print_turns(style, tile.digits, rng) if tile.digits else (0, 0, 0)
        top = _material(f"top{number}", rough=0.15 + 0.6 * (1 - style.gloss))
        picture = face.draw_face(style, tile.digits, rng, turns=turns)
        _wrap(top, picture, scratch / f"{number}.png")
        # The sides are of what the face is made of, wherever nothing is printed.
        side = _material(f"side{number}", rough=0.25 + 0.6 * (1 - style.gloss))
        b, g, r = np.median(picture[face.draw_mask(0.0) > 0.5], axis=0)
        _paint(side, style.base[::-1] if style.fields else (float(r), float(g), float(b)))
        bodies.append(_tile_body(f"tile{number}", tile, style, top, side))
    near = [tile.corners.mean(axis=0) for tile in tiles]
    for number in range(int(rng.integers(0, 2 + round(5 * hardness)))):
        spot = np.mean(near, axis=0) + rng.normal(0, 6, 2)
        if min(float(np.linalg.norm(spot - other)) for other in near) > 2.6:
            _put_thing(rng, spot, number)
    if rng.random() < 0.25 * hardness:
        _reach_in(rng, near)
    return bodies


def _tile_body(name: str, tile: LyingTile, style: TileStyle, top: Any, side: Any) -> Any:
    """A prism with rounded corners, its upper edge bevelled by a quarter of a circle or less."""
    bevel = min(0.6 * style.bevel, 0.4 * style.thickness)
    rings = [(0.0, 0.0)] + [
        (bevel * (1 - np.cos(turn)), style.thickness - bevel + bevel * np.sin(turn))
        for turn in np.linspace(0, pi / 2, _BEVEL_STEPS + 1)
    ]
    outlines = [_rounded(tile.corners, inset, max(style.rounding, 0.02)) for inset, _ in rings]
    count = len(outlines[0])
    points = [(*xy, z) for outline, (_, z) in zip(outlines, rings, strict=True) for xy in outline.tolist()]
    quads = [
        (
            ring * count + at,
            (ring + 1) * count + at,
            (ring + 1) * count + (at + 1) % count,
            ring * count + (at + 1) % count,
        )
        for ring in range(len(rings) - 1)
        for at in range(count)
    ]
    body = _body(name, points, [*quads, tuple(range((len(rings) - 1) * count, len(rings) * count))[::-1]])
    body.data.materials.append(top)
    body.data.materials.append(side)
    for number, polygon in enumerate(body.data.polygons):
        polygon.material_index = 1 if number < count else 0
        polygon.use_smooth = count <= number < len(quads)
    A = cv2.getAffineTransform(tile.corners.astype(np.float32), face.XY_CORNERS.astype(np.float32))

    def on_texture(x: float, y: float) -> tuple[float, float]:
        u, v = A @ np.array([x, y, 1.0])
        return float(u + 0.5) / face.SIZE, 1 - float(v + 0.5) / face.SIZE

    _unfold(body, on_texture)
    return body


def _rounded(corners: Floats, inset: float, rounding: float) -> Floats:
    """The outline, clockwise from above, so far inside of the sharp triangle, with rounded corners."""
    centre = corners.mean(axis=0)
    radius = max(rounding - inset, 0.006)
    rim = []
    for corner in corners:
        out = (corner - centre) / np.linalg.norm(corner - centre)
        tip = corner - out * 2 * (radius + inset)
        angle = np.arctan2(out[1], out[0])
        rim += [
            tip + radius * np.array([np.cos(angle + turn), np.sin(angle + turn)])
            for turn in np.linspace(pi / 3, -pi / 3, 8)
        ]
    return np.array(rim)


def _put_thing(rng: Rng, spot: Floats, number: int) -> None:
    """A coin, a pencil, a mug or a plate, a box."""
    x, y = (float(v) for v in spot)
    kind = int(rng.integers(4))
    if kind == 0:
        height = float(rng.uniform(0.06, 0.15))
        bpy.ops.mesh.primitive_cylinder_add(
            radius=float(rng.uniform(0.3, 0.6)), depth=height, location=(x, y, height / 2)
        )
    elif kind == 1:
        turn = (pi / 2, 0, float(rng.uniform(0, 2 * pi)))
        bpy.ops.mesh.primitive_cylinder_add(vertices=6, radius=0.12, depth=6, location=(x, y, 0.12), rotation=turn)
    elif kind == 2:
        height = float(rng.uniform(0.2, 2.5))
        bpy.ops.mesh.primitive_cylinder_add(
            radius=float(rng.uniform(0.8, 1.6)), depth=height, location=(x, y, height / 2)
        )
    else:
        bpy.ops.mesh.primitive_cube_add(location=(x, y, 0.4), rotation=(0, 0, float(rng.uniform(0, pi))))
        bpy.context.object.scale = (float(rng.uniform(0.4, 1.6)), float(rng.uniform(0.2, 0.8)), 0.4)
    material = _material(f"thing{number}", rough=float(rng.uniform(0.1, 0.8)))
    _paint(material, tuple(float(v) for v in rng.uniform(0.05, 0.9) * (1 - 0.7 * rng.random(3))))
    bpy.context.object.data.materials.append(material)


def _reach_in(rng: Rng, near: list[Floats]) -> None:
    """A hand beside the tiles: capsules for fingers and palm, melted together."""
    turn = float(rng.uniform(0, 2 * pi))
    away, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    reach = max(float((spot - near[0]) @ away) for spot in near)
    palm = near[0] + away * (reach + float(rng.uniform(2.2, 4)))
    flesh = bpy.data.metaballs.new("hand")
    flesh.resolution, flesh.render_resolution = 0.15, 0.12
    body = bpy.data.objects.new("hand", flesh)
    bpy.context.collection.objects.link(body)
    fingers = [
        (-away * (0.9 + 0.35 * step) + across * (place - 1.5) * 0.8, 0.36) for place in range(4) for step in range(5)
    ]
    arm = [(away * 0.8 * step, 1.25) for step in range(8)]
    for offset, radius in [*fingers, *arm, (across * 1.3 - away * 0.2, 0.5), (across * 1.6 - away * 0.6, 0.45)]:
        ball = flesh.elements.new()
        ball.co, ball.radius = (*(palm + offset), 0.75), radius * 1.25
    skin = _material("skin", rough=0.55)
    _paint(skin, ((0.8, 0.52, 0.4), (0.55, 0.32, 0.22), (0.2, 0.1, 0.06))[int(rng.integers(3))])
    flesh.materials.append(skin)


def _light_room(rng: Rng, hardness: float) -> None:
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    warmth = float(rng.normal(0, 0.12))
    background = world.node_tree.nodes["Background"]
    background.inputs[0].default_value = (1 + warmth, 1, 1 - warmth, 1)
    background.inputs[1].default_value = float(rng.uniform(0.25, 0.6))
    for number in range(int(rng.integers(1, 3))):
        lamp = bpy.data.lights.new(f"lamp{number}", "AREA")
        lamp.size = float(rng.uniform(2, 14) * (1 - 0.6 * hardness) + 0.5)
        height = float(rng.uniform(12, 24))
        lamp.energy = float(rng.uniform(0.3, 0.75)) * 16 * height**2
        lamp.color = (1, 1 - float(rng.uniform(0, 0.15)), 1 - float(rng.uniform(0, 0.3)))
        body = bpy.data.objects.new(f"lamp{number}", lamp)
        position = Vector((*(float(v) for v in rng.normal(0, 5 + 8 * hardness, 2)), height))
        body.location = position
        body.rotation_euler = (-position).to_track_quat("-Z", "Y").to_euler()
        bpy.context.collection.objects.link(body)


def _render(shot: Shot, scratch: Path, threads: int, samples: int, seed: int) -> NDArray[np.uint8]:
    scene = bpy.context.scene
    lens = bpy.data.cameras.new("camera")
    lens.angle_x = shot.field_of_view
    lens.sensor_fit = "HORIZONTAL"
    eye = bpy.data.objects.new("camera", lens)
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = shot.axes, shot.position
    eye.matrix_world = Matrix(pose.tolist())
    bpy.context.collection.objects.link(eye)
    scene.camera = eye
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = shot.camera.width, shot.camera.height
    scene.render.threads_mode, scene.render.threads = "FIXED", threads
    scene.render.filepath = str(scratch / "picture.png")
    scene.render.image_settings.file_format = "PNG"
    scene.view_settings.view_transform = "Standard"
    cycles = scene.cycles
    cycles.samples, cycles.seed = samples, seed % 2**31
    cycles.use_adaptive_sampling = False
    cycles.use_denoising, cycles.denoiser, cycles.denoising_prefilter = True, "OPENIMAGEDENOISE", "FAST"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 3, 2, 2
    with _hush():
        bpy.ops.render.render(write_still=True)
    image = cv2.imread(scene.render.filepath, cv2.IMREAD_COLOR)
    assert image is not None, "Blender wrote the picture"
    return np.asarray(image, np.uint8)


@contextmanager
def _hush() -> Iterator[None]:
    """Blender tells of every sample, past Python's own output."""
    sys.stdout.flush()
    kept = os.dup(1)
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        os.dup2(nowhere.fileno(), 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def _visible(
    shot: Shot, tiles: list[LyingTile], style: TileStyle, bodies: list[Any]
) -> list[tuple[float, list[float]]]:
    """How much of each tile and of the mark in each corner can be seen, by looking from the camera at some spots."""
    rng = np.random.default_rng(1)
    shares = rng.dirichlet((1, 1, 1), _SPOTS) * 0.88 + 0.04
    angles = np.linspace(0, 2 * pi, 9, endpoint=False)
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1) * style.size / 2
    seen = []
    for tile, body in zip(tiles, bodies, strict=True):
        face_share = _share_seen(shot, shares @ tile.corners, style.thickness, body)
        centre = tile.corners.mean(axis=0)
        marks = []
        for corner in tile.corners:
            middle = corner + (centre - corner) / np.linalg.norm(centre - corner) * style.inset
            marks.append(_share_seen(shot, middle + ring * 0.8, style.thickness, body))
        seen.append((face_share, marks))
    return seen


def _share_seen(shot: Shot, spots: Floats, height: float, body: Any) -> float:
    graph = bpy.context.evaluated_depsgraph_get()
    xyz = _at_height(spots, height)
    xy = shot.camera.project(xyz)
    inside = ((xy >= 0) & (xy < [shot.camera.width, shot.camera.height])).all(axis=1)
    found = 0
    for spot in xyz[inside]:
        way = Vector(spot.tolist()) - Vector(shot.position.tolist())
        hit, _, _, _, thing, _ = bpy.context.scene.ray_cast(
            graph, Vector(shot.position.tolist()), way.normalized(), distance=way.length + 0.05
        )
        found += bool(hit and thing.name == body.name)
    return found / len(spots)


def _body(name: str, points: list[tuple[float, ...]], polygons: list[tuple[int, ...]]) -> Any:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], polygons)
    mesh.update()
    body = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(body)
    return body


def _unfold(body: Any, on_texture: Any) -> None:
    layer = body.data.uv_layers.new(name="face")
    for loop in body.data.loops:
        x, y, _ = body.data.vertices[loop.vertex_index].co
        layer.data[loop.index].uv = on_texture(x, y)


def _material(name: str, *, rough: float) -> Any:
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    material.node_tree.nodes["Principled BSDF"].inputs["Roughness"].default_value = rough
    return material


def _paint(material: Any, rgb: tuple[float, ...]) -> None:
    # Blender's colours are linear, those of a style are as a screen shows them.
    linear = (*(channel**2.2 for channel in rgb), 1.0)
    material.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = linear


def _wrap(material: Any, texture: NDArray[np.float32], path: Path) -> None:
    cv2.imwrite(str(path), (np.clip(texture, 0, 1) * 255 + 0.5).astype(np.uint8))
    nodes = material.node_tree.nodes
    picture = nodes.new("ShaderNodeTexImage")
    picture.image = bpy.data.images.load(str(path))
    picture.extension = "REPEAT"
    material.node_tree.links.new(picture.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])


def main() -> None:
    """Trace the pictures that are asked for and not there yet."""
    parser = argparse.ArgumentParser(prog="python -m tileref.datasets.tracing", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=20_000_000, metavar="SEED")
    parser.add_argument("--pictures", type=int, default=300, metavar="N")
    parser.add_argument("--width", type=int, default=1024)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--samples", type=int, default=12)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(options.first, options.first + options.pictures):
        if not (options.folder / f"{seed}.json").exists():
            start = perf_counter()
            trace(seed, options.folder, width=options.width, threads=options.threads, samples=options.samples)
            print(f"{seed}: {perf_counter() - start:.1f} s", flush=True)


if __name__ == "__main__":
    main()
