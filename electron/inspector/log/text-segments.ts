// Which parts of the index of words may be merged next. FTS5 merges a word at a time, all that its parts say of it: once parts
// hold hundreds of thousands of rows, a single common word takes longer than anything may. So parts grow to a size and stay.
// Owns reading FTS5's list of its parts, which its source describes (fts5_index.c, "Structure Records") and its files keep to.

/** Pages of 4 kB. A common word has about a fiftieth of them. */
const mostPages = 4096;
/** Pages that are written at once, in two or three milliseconds. */
const atOnce = 32;
/** As many parts of about one size are merged into one; FTS5 takes no more than 16 here (its manual, section 6.10). */
export const partsAtOnce = 16;

interface Level {
  /** So many of its oldest parts are being merged now. */
  merging: number;
  /** The pages of each part, the oldest first. */
  parts: { pages: number; entries: number; deleted: number }[];
}

/** How many pages FTS5 may be asked to write next; 0: nothing is to be merged. `structure` is its record of its parts. */
export function pagesToMerge(structure: Uint8Array): number {
  const levels = readLevels(structure);
  const chosen = choose(levels);
  if (!chosen) return levels.some(({ parts }) => isMostlyGone(parts)) ? atOnce : 0;
  const parts = chosen.parts.slice(0, chosen.merging || undefined);
  if (isMostlyGone(parts)) return atOnce;
  const left = sum(parts.map(({ pages }) => pages));
  if (left > mostPages) return 0;
  // Pages that are left over once these parts are merged go into the next ones, however large those are. One never is; more
  // are safe as long as far more is left, for what is merged takes less room than before.
  if (parts.some(({ deleted }) => deleted > 0)) return 1;
  return Math.max(1, Math.min(atOnce, Math.floor((left - parts.length) / 4)));
}

/** The level that FTS5 takes up: the one with most parts, unless one is under way (fts5IndexMerge). */
function choose(levels: readonly Level[]): Level | null {
  let best: Level | null = null;
  let most = 0;
  for (const level of levels) {
    if (level.merging > 0) {
      if (level.merging > most) return level;
      break;
    }
    if (level.parts.length > most) {
      most = level.parts.length;
      best = level;
    }
  }
  return most >= partsAtOnce ? best : null;
}

/** A tenth of its entries was taken out: FTS5 then merges it whatever its size, and what was deleted is gone. */
function isMostlyGone(parts: Level['parts']): boolean {
  const deleted = sum(parts.map((part) => part.deleted));
  return deleted > 0 && deleted * 10 >= sum(parts.map((part) => part.entries));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** None, where nothing was entered yet. */
export function readLevels(structure: Uint8Array): Level[] {
  // Four bytes of a counter, then the mark of the form that a table with deletable entries takes with its first entry.
  if (structure[4] !== 0xff || structure[5] !== 0 || structure[6] !== 0 || structure[7] !== 1) return [];
  let at = 8;
  const next = (): number => {
    let value = 0;
    // SQLite's varint: seven bits a byte, the highest first. The nine-byte form is of no number here.
    for (;;) {
      const byte = structure[at] ?? 0;
      at += 1;
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
  };
  const count = next();
  next(); // How many parts there are in all.
  next(); // How often was written.
  const levels: Level[] = [];
  for (let i = 0; i < count && at < structure.length; i += 1) {
    const merging = next();
    const level: Level = { merging, parts: [] };
    for (let left = next(); left > 0 && at < structure.length; left -= 1) {
      next(); // Its number.
      const first = next();
      const last = next();
      next(); // When its oldest and its newest entry came.
      next();
      next(); // Pages of what was deleted.
      const deleted = next();
      level.parts.push({ pages: last - first + 1, deleted, entries: next() });
    }
    levels.push(level);
  }
  return levels;
}
