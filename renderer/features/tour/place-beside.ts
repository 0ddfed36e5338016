// The position of a small box next to a larger one: right, left, below or above, else inside its lower corner. Pure.

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  left: number;
  top: number;
}

const gap = 12;

export function placeBeside(target: Box, size: Size, window: Size): { left: number; top: number } {
  const right = target.left + target.width;
  const bottom = target.top + target.height;
  const within = (value: number, room: number) => Math.max(gap, Math.min(value, room - gap));
  const top = within(target.top + Math.min(56, target.height / 4), window.height - size.height);
  const left = within(target.left, window.width - size.width);
  const choose = () => {
    if (right + gap + size.width + gap <= window.width) return { left: right + gap, top };
    if (target.left - gap - size.width >= gap) return { left: target.left - gap - size.width, top };
    if (bottom + gap + size.height + gap <= window.height) return { left, top: bottom + gap };
    if (target.top - gap - size.height >= gap) return { left, top: target.top - gap - size.height };
    return { left: right - size.width - gap, top: bottom - size.height - gap };
  };
  const chosen = choose();
  // The target may itself extend beyond the window.
  return {
    left: within(chosen.left, window.width - size.width),
    top: within(chosen.top, window.height - size.height),
  };
}
