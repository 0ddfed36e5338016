import { describe, expect, it } from 'vitest';
import { layoutOf } from './columns.ts';

const usual = { widths: {}, hidden: [] };
const room = { width: 760, isSmall: false, isCardOpen: true, windowWidth: 1_440, hasSeen: false };

describe('layoutOf', () => {
  it('shows every column next to the card at 1440', () => {
    expect(layoutOf(room, usual).template).toBe('80px 116px 20px minmax(120px, 168fr) minmax(172px, 256fr) 54px 56px');
  });

  it('hides the waterfall first, then the latency, and never the rest', () => {
    const columnsAt = (width: number) => [...layoutOf({ ...room, width }, usual).shown];
    expect(columnsAt(660)).not.toContain('waterfall');
    expect(columnsAt(660)).toContain('latency');
    expect(columnsAt(420)).toEqual(['time', 'mark', 'by', 'call', 'what']);
  });

  it('has times to the second and no figures in a small window with its card', () => {
    const { shown, isShort } = layoutOf({ ...room, width: 572, isSmall: true }, usual);
    expect([...shown]).toEqual(['time', 'mark', 'by', 'call', 'what']);
    expect(isShort).toBe(true);
  });

  it('keeps the user’s sizes and hidden columns, within each minimum', () => {
    const { template, shown } = layoutOf(room, { widths: { call: 240, latency: 10 }, hidden: ['by'] });
    expect(template).toContain('minmax(120px, 240px) minmax(172px, 256fr) 48px');
    expect(shown.has('by')).toBe(false);
    expect(layoutOf(room, { widths: { call: 240, what: 200 }, hidden: [] }).template).toContain('minmax(172px, 1fr)');
  });

  it('shows what the model got once a transcript was read, with words if there is space', () => {
    const seen = { ...room, hasSeen: true };
    expect(layoutOf(seen, usual).template).toBe(
      '80px 34px 116px 20px minmax(120px, 168fr) minmax(172px, 256fr) 54px 56px',
    );
    expect(layoutOf(seen, usual).isSeenNamed).toBe(false);
    expect(layoutOf(seen, { widths: { seen: 120 }, hidden: [] })).toMatchObject({ isSeenNamed: true });
    expect(layoutOf({ ...seen, width: 1_200 }, usual).isSeenNamed).toBe(true);
    expect(layoutOf(seen, { widths: {}, hidden: ['seen'] }).shown.has('seen')).toBe(false);
    // Next to the wide card of both sides.
    const beside = layoutOf({ ...seen, width: 507 }, usual);
    expect(beside).toMatchObject({ isShort: true, hasServers: false });
    // No column is cut at the right edge.
    const least = [...beside.template.matchAll(/(\d+)px/g)].reduce((sum, [, width]) => sum + Number(width), 0);
    expect(least + 8 * (beside.shown.size - 1) + 28).toBeLessThanOrEqual(507);
  });

  it('names actors in a wide list, and servers in a window of 1100 pixels', () => {
    expect(layoutOf({ ...room, width: 1_100 }, usual).isNamed).toBe(true);
    expect(layoutOf({ ...room, windowWidth: 1_100 }, usual).hasServers).toBe(true);
    expect(layoutOf({ ...room, windowWidth: 1_099 }, usual)).toMatchObject({ hasServers: false });
    expect(layoutOf({ ...room, windowWidth: 1_099 }, usual).template).toContain('80px 30px 20px');
  });
});
