// An icon as lucide-react makes it, without its other ways to size, name and color one.

import { createElement, type SVGProps } from 'react';

interface IconData {
  node: [string, Record<string, string>][];
}

export default ({ node }: IconData) =>
  ({ size = 24, ...props }: SVGProps<SVGSVGElement> & { size?: number }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...props}
    >
      {node.map(([tag, attributes]) => createElement(tag, attributes))}
    </svg>
  );
