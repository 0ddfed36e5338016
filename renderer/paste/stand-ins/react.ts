// The part of React that the page uses, from Preact and its hooks. `preact/compat` would add all of React's names, a third of Preact's
// size. So React's own event and attribute names are missing: the page writes `onInput` for text boxes, and icons have SVG attributes
// (icon.ts).

import { createContext, createElement, Fragment, render } from 'preact';
import {
  useCallback,
  useContext,
  useDebugValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'preact/hooks';

/** Imported by parts of lucide that the page does not use; the build leaves them out. */
export {
  createContext,
  createElement,
  Fragment,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
};
export const forwardRef = <T>(component: T): T => component;

/** Renders again if the value differs from the rendered one, even if it changed before the subscription. */
export function useSyncExternalStore<T>(subscribe: (onChange: () => void) => () => void, read: () => T): T {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const value = read();
  const drawn = useRef({ value, read });
  useLayoutEffect(() => {
    drawn.current = { value, read };
  });
  useEffect(() => {
    const check = () => {
      if (!Object.is(drawn.current.value, drawn.current.read())) redraw(0);
    };
    check();
    return subscribe(check);
  }, [subscribe]);
  return value;
}

export function createRoot(parent: Element) {
  return { render: (what: Parameters<typeof render>[0]) => render(what, parent) };
}

/** As zustand imports it. */
export default { useSyncExternalStore, useCallback, useDebugValue };
