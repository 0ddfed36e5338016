// The words of a vocabulary as reading walks them, letter by letter. Which words there are is vocabulary.ts's to say; it builds
// a wide tree, with a row of branches for each node, and this packs it.

/** Steps from a node: 1 to 36 in a row of the wide tree, then two numbers: of words that end here, of those that leave it here. */
export const ends = 37;
export const leaves = 38;
export const width = 39;

/**
 * The tree as reading walks it: a double array (Aoe, 1989), some thirty times smaller than a row of branches for each node, so
 * that it stays in the nearest cache. A place is an even number: `tree` has at it where its branches begin, and beside that
 * the place it branched off, plus one; `numbers` has the number of words that end there, and of those that go on elsewhere.
 */
export interface PackedTree {
  tree: Int32Array;
  numbers: Int32Array;
}

export const nothingPacked: PackedTree = { tree: new Int32Array(0), numbers: new Int32Array(0) };

/** Where a step leads; ~ of where it was when it leads nowhere. */
export function follow(tree: Int32Array, at: number, step: number): number {
  const next = ((tree[at] as number) + step + step) | 0;
  return tree[next + 1] === at + 1 ? next : ~at;
}

export function pack(wide: Int32Array, nodes: number): PackedTree {
  let tree = new Int32Array(2 * (nodes * 2 + ends));
  const places = new Int32Array(nodes);
  let free = 2;
  // Parents have lower numbers than their branches.
  for (let node = 0; node < nodes; node++) {
    const row = node * width;
    let first = 0;
    for (let step = 1; step < ends && first === 0; step++) if (wide[row + step] !== 0) first = step;
    if (first === 0) continue;
    while (tree[free + 1] !== 0) free += 2;
    let base = Math.max(0, free - 2 * first);
    while (!fits(tree, wide, row, base)) base += 2;
    if (base + 2 * ends + 2 * ends > tree.length) {
      const larger = new Int32Array(tree.length * 2);
      larger.set(tree);
      tree = larger;
    }
    const place = places[node] as number;
    tree[place] = base;
    for (let step = first; step < ends; step++) {
      const child = wide[row + step] as number;
      if (child === 0) continue;
      places[child] = base + 2 * step;
      tree[base + 2 * step + 1] = place + 1;
    }
  }
  const numbers = new Int32Array(tree.length);
  for (let node = 0; node < nodes; node++) {
    const place = places[node] as number;
    numbers[place] = wide[node * width + ends] as number;
    numbers[place + 1] = wide[node * width + leaves] as number;
  }
  return { tree, numbers };
}

function fits(tree: Int32Array, wide: Int32Array, row: number, base: number): boolean {
  for (let step = 1; step < ends; step++)
    if (wide[row + step] !== 0 && (tree[base + 2 * step + 1] ?? 0) !== 0) return false;
  return true;
}
