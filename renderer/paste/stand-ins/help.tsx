// A word without its explanation: the app shows it in a tooltip, for which the page has no room.

import type { Help as AppHelp } from '../../components/help.tsx';

export const Help: typeof AppHelp = ({ children, className = '' }) => <span className={className}>{children}</span>;
