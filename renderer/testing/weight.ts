// How much a screen asks of the eye: its visible words and controls. A word has a letter or a digit; controls are buttons, links and
// inputs. Hints in fields count. Tooltips, folded text and what an ellipsis stands for do not.

interface Weight {
  words: number;
  controls: number;
}

export function weightOf(root: HTMLElement = document.body): Weight {
  const controls = [...root.querySelectorAll('button, a[href], input')].filter(isVisible);
  const hints = [...root.querySelectorAll('input, textarea')].filter((field) => isVisible(field) && isEmpty(field));
  const words = [...textsIn(root), ...hints.map((field) => field.getAttribute('placeholder') ?? '')];
  return { words: words.reduce((sum, text) => sum + countWords(text), 0), controls: controls.length };
}

const countWords = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

const isEmpty = (field: Element): boolean => (field as HTMLInputElement).value === '';

function textsIn(root: HTMLElement): string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (parent === null || /^(?:STYLE|SCRIPT|OPTION)$/.test(parent.tagName) || !isVisible(parent)) continue;
    texts.push(...wordsInside(node as Text, parent));
  }
  return texts;
}

/** Those that no parent cuts off. */
function wordsInside(node: Text, parent: Element): string[] {
  const { right, bottom } = clipOf(parent);
  const range = document.createRange();
  return [...node.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const box = range.getBoundingClientRect();
    return box.left < right - 1 && box.top < bottom - 1 ? [word] : [];
  });
}

function clipOf(element: Element): { right: number; bottom: number } {
  let [right, bottom] = [window.innerWidth, window.innerHeight];
  for (let parent: Element | null = element; parent !== null; parent = parent.parentElement) {
    if (getComputedStyle(parent).overflow === 'visible') continue;
    const around = parent.getBoundingClientRect();
    right = Math.min(right, around.right);
    bottom = Math.min(bottom, around.bottom);
  }
  return { right, bottom };
}

/** In the window, not clipped away by a parent, and larger than what only screen readers get. */
function isVisible(element: Element): boolean {
  const box = element.getBoundingClientRect();
  if (box.width < 2 || box.height < 2 || box.bottom <= 0 || box.right <= 0) return false;
  if (box.top >= window.innerHeight || box.left >= window.innerWidth || !element.checkVisibility()) return false;
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    if (getComputedStyle(parent).overflow === 'visible') continue;
    const around = parent.getBoundingClientRect();
    const isOutside =
      box.right <= around.left || box.left >= around.right || box.bottom <= around.top || box.top >= around.bottom;
    if (isOutside || around.width < 2 || around.height < 2) return false;
  }
  return true;
}
