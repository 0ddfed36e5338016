// Which place the window shows: the log, the comparison or the probe. The log's own places are filters of one list.

import { create } from 'zustand';

export const rooms = ['log', 'compare', 'probe'] as const;
export type Room = (typeof rooms)[number];

export const useRoom = create<{ room: Room }>(() => ({ room: 'log' }));

export function enterRoom(room: Room): void {
  useRoom.setState({ room });
}
