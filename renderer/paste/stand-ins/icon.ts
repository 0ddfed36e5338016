// A lucide icon as an SVG element. Lucide's own factory has contexts, refs and classes that the page does not use.

import { type ComponentChildren, h } from 'preact';

interface IconData {
  node: [string, Record<string, string>][];
}

interface IconProps {
  size?: number;
  children?: ComponentChildren;
}

export default function createIcon({ node }: IconData) {
  return ({ size = 24, children, ...rest }: IconProps) =>
    h(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        'stroke-width': 2,
        'stroke-linecap': 'round',
        'stroke-linejoin': 'round',
        ...rest,
      },
      node.map(([tag, attributes]) => h(tag, attributes)),
      children,
    );
}
