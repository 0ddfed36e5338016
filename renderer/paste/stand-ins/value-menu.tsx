// No menu beside values: there is no list to filter by them.

import type { ValueMenu as AppValueMenu } from '../../components/value-menu.tsx';

export const ValueMenu: typeof AppValueMenu = () => <></>;
