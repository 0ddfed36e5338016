// A word without its explanation: the app's tooltips would exceed the page's size limit.

import type { Help as AppHelp } from '../../components/help.tsx';

export const Help: typeof AppHelp = ({ children, className = '' }) => <span className={className}>{children}</span>;
