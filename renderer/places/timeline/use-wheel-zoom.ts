// Ctrl (or ⌘, or two fingers on a pad) with the wheel looks closer at the waterfall, around the pointer. The bare wheel scrolls.

import { type RefObject, useEffect } from 'react';
import { zoomBy } from '../../components/waterfall-scale.ts';
import { useModel } from '../../model/model.ts';
import { waterfallZoomOf } from '../../model/waterfall-zoom.ts';

/** A notch of a wheel is about 100; two fingers send many small steps. */
const perPixel = 0.003;

export function useWheelZoom(list: RefObject<HTMLElement | null>): void {
  const model = useModel();
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const axis = element.querySelector('[data-axis]')?.getBoundingClientRect();
      if (!axis || axis.width === 0) return;
      const at = Math.max(0, Math.min(1, (event.clientX - axis.left) / axis.width));
      const zoom = waterfallZoomOf(model);
      zoom.setState(zoomBy(zoom.getState(), Math.exp(-event.deltaY * perPixel), at));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [model, list]);
}
