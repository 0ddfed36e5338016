// Gives components the platform without passing it through every one of them.

import { createContext, useContext } from 'react';
import type { Platform } from './platform.ts';

export const PlatformContext = createContext<Platform | null>(null);

export function usePlatform(): Platform {
  const platform = useContext(PlatformContext);
  if (!platform) throw new Error('A component that needs the platform stands outside of it.');
  return platform;
}
