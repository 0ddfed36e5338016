// The states of components, as the files beside them (`.states.tsx`) export them under the name `shown`.

import type { ReactNode } from 'react';

export interface Shown {
  component: string;
  states: readonly { state: string; element: ReactNode }[];
}
