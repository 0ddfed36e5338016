// An icon for each owner of a failure, always with its label.

import { Bot, CircleSlash, Cloud, type LucideIcon, Network, Send, Server, Settings2 } from 'lucide-react';
import type { Owner } from '../../../shared/failure.ts';

export const ownerIcons: Record<Owner, LucideIcon> = {
  request: Send,
  client: Bot,
  server: Server,
  settings: Settings2,
  upstream: Cloud,
  network: Network,
  none: CircleSlash,
};
