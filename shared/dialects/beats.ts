// Decides which of two phrases wins if one sentence has both. A row names the rows it beats: other phrase rows, or table rows
// (`http.404`, `json-rpc.-32602`, `own.unfit`). The order follows from those names, so no number needs tuning.

export interface Ordered {
  id: string;
  beats: readonly string[];
}

/** For a row that beats nothing, or only unknown rows. */
const lowest = 0.5;

/**
 * The strength of each row by name. Rows that beat the same table row share the range up to the next one: the more of each other they
 * beat, the stronger they are. Unordered rows may tie, and then the first in the text wins.
 */
export function strengthsOf(
  rows: readonly Ordered[],
  tableStrength: (name: string) => number | undefined,
): Map<string, number> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const floors = new Map(rows.map((row) => [row.id, floorOf(row, byId, tableStrength)]));
  const heights = new Map<string, number>();
  for (const row of rows) heightOf(row, byId, floors, heights, new Set());
  const steps = [...new Set(rows.flatMap(({ beats }) => beats.map(tableStrength)))]
    .filter((strength) => strength !== undefined)
    .sort((one, other) => one - other);
  const tallest = new Map<number, number>();
  for (const [id, height] of heights) {
    const floor = floors.get(id) ?? lowest;
    tallest.set(floor, Math.max(height, tallest.get(floor) ?? 0));
  }
  return new Map(
    rows.map(({ id }) => {
      const floor = floors.get(id) ?? lowest;
      const ceiling = steps.find((step) => step > floor) ?? floor + 0.1;
      const share = (heights.get(id) ?? 1) / ((tallest.get(floor) ?? 1) + 1);
      return [id, floor + (ceiling - floor) * share];
    }),
  );
}

/** The strongest row of a table that it beats. */
function floorOf(
  { beats }: Ordered,
  byId: ReadonlyMap<string, Ordered>,
  tableStrength: (name: string) => number | undefined,
): number {
  const known = beats.filter((name) => !byId.has(name)).map(tableStrength);
  return Math.max(lowest, ...known.filter((strength) => strength !== undefined));
}

/** How many rows are below it within the same range. */
function heightOf(
  { id, beats }: Ordered,
  byId: ReadonlyMap<string, Ordered>,
  floors: ReadonlyMap<string, number>,
  heights: Map<string, number>,
  above: Set<string>,
): number {
  const known = heights.get(id);
  if (known !== undefined || above.has(id)) return known ?? 0;
  above.add(id);
  let height = 0;
  for (const name of beats) {
    const row = byId.get(name);
    if (row === undefined || floors.get(name) !== floors.get(id)) continue;
    height = Math.max(height, heightOf(row, byId, floors, heights, above));
  }
  above.delete(id);
  heights.set(id, height + 1);
  return height + 1;
}
