// No menu for values, because there is no list to filter.

import type { ValueMenu as AppValueMenu } from '../../components/value-menu.tsx';

export const ValueMenu: typeof AppValueMenu = () => <></>;
