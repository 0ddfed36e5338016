// Ctrl (or ⌘, or a pinch) with the wheel zooms the waterfall around the pointer. The wheel alone scrolls.

import { type RefObject, useEffect } from 'react';
import { zoomBy } from '../components/waterfall-scale.ts';
import { useModel } from '../model/model.ts';
import { waterfallZoomOf } from '../model/waterfall-zoom.ts';

/** A wheel notch is about 100; a touchpad sends many small steps. */
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
