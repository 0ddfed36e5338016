// The part of React that the page uses, from Preact and its hooks. `preact/compat` would bring all of React's names, and
// weighs a third of Preact. Left out with it: events and attributes under React's names where the browser has others. So the page
// writes `onInput` for text boxes, and icons have the attributes of SVG (icon.ts).

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

/** Draws again if the value differs from what was drawn, also if it changed before the page began to listen. */
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
