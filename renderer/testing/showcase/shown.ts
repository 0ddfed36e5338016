// The states of components, as the files beside them (`.states.tsx`) export them under the name `shown`.

import type { ReactNode } from 'react';

export interface Shown {
  component: string;
  /** In pixels, if it is never as narrow as half of the smallest window. */
  width?: number;
  states: readonly { state: string; element: ReactNode }[];
}
