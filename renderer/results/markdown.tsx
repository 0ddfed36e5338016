// Renders Markdown on request, as React elements from a closed list: words, lists, tables, code. Server text never becomes markup: HTML
// stays text, images are listed but not loaded, and links are text with their URL.

import type { SyntaxNode } from '@lezer/common';
import { GFM, parser } from '@lezer/markdown';
import { Fragment, type ReactNode } from 'react';
import { VisibleParts } from '../components/foreign-text.tsx';
import { visibleLine } from '../text/visible-text.ts';
import styles from './markdown.module.css';

const reader = parser.configure(GFM);
/** Deeper nesting is shown as plain text. */
const deepest = 24;

const strongMarks =
  /^#{1,6} \S|^ {0,3}(?:```|~~~)|\]\([^)\s]+\)|\*\*[^\s*][^*\n]{0,200}\*\*|^ {0,3}\|?[ :]*-{3,}[ :]*\|/m;

/** Has Markdown characters that plain text seldom has. */
export function looksLikeMarkdown(text: string): boolean {
  return strongMarks.test(text.slice(0, 20_000));
}

/** Matching takes quadratic time in the open brackets of one block. */
const mostBrackets = 500;
const longest = 50_000;

/** Why it stays plain text, as a sentence; '' if it can be rendered. */
export function markdownRefusal(text: string): string {
  if (text.length > longest) return 'Too long to be drawn.';
  const isDense = text.split(/\n[ \t]*\n/).some((run) => run.split('[').length > mostBrackets);
  return isDense ? 'Too many brackets to be drawn.' : '';
}

/** `text` is already masked. */
export function Markdown({ text }: { text: string }) {
  return <div className={styles.markdown}>{childrenOf(reader.parse(text).topNode, text, 0)}</div>;
}

function childrenOf(node: SyntaxNode, text: string, depth: number): ReactNode[] {
  const parts: ReactNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    parts.push(<Fragment key={child.from}>{drawn(child, text, depth + 1)}</Fragment>);
  return parts;
}

/** The content between the marks of a node, with its child nodes. */
function inlineOf(node: SyntaxNode, text: string, depth: number, from = node.from, to = node.to): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = from;
  const words = (until: number) => {
    if (until > at) parts.push(<VisibleParts key={`t${at}`} text={text.slice(at, until)} />);
  };
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.from < from || child.to > to) continue;
    words(child.from);
    parts.push(<Fragment key={child.from}>{drawn(child, text, depth + 1)}</Fragment>);
    at = child.to;
  }
  words(to);
  return parts;
}

function drawn(node: SyntaxNode, text: string, depth: number): ReactNode {
  const source = () => text.slice(node.from, node.to);
  if (depth > deepest) return <VisibleParts text={source()} />;
  switch (node.name) {
    case 'Paragraph':
      return <p>{inlineOf(node, text, depth)}</p>;
    case 'ATXHeading1':
    case 'SetextHeading1':
      return <h4 className={styles.first}>{headingOf(node, text, depth)}</h4>;
    case 'ATXHeading2':
    case 'SetextHeading2':
      return <h4 className={styles.second}>{headingOf(node, text, depth)}</h4>;
    case 'ATXHeading3':
    case 'ATXHeading4':
    case 'ATXHeading5':
    case 'ATXHeading6':
      return <h4>{headingOf(node, text, depth)}</h4>;
    case 'Emphasis':
      return <em>{inlineOf(node, text, depth)}</em>;
    case 'StrongEmphasis':
      return <strong>{inlineOf(node, text, depth)}</strong>;
    case 'Strikethrough':
      return <s>{inlineOf(node, text, depth)}</s>;
    case 'InlineCode':
      return <code>{inlineOf(node, text, depth)}</code>;
    case 'FencedCode':
    case 'CodeBlock':
      return (
        <pre>
          {pieces(node, 'CodeText').map((piece) => (
            <VisibleParts key={piece.from} text={text.slice(piece.from, piece.to)} />
          ))}
        </pre>
      );
    case 'BulletList':
      return <ul>{childrenOf(node, text, depth)}</ul>;
    case 'OrderedList':
      return <ol>{childrenOf(node, text, depth)}</ol>;
    case 'ListItem':
      return <li>{childrenOf(node, text, depth)}</li>;
    case 'Task':
      return <p>{inlineOf(node, text, depth)}</p>;
    case 'TaskMarker':
      return source() === '[ ]' ? '☐' : '☑';
    case 'Blockquote':
      return <blockquote>{childrenOf(node, text, depth)}</blockquote>;
    case 'HorizontalRule':
      return <hr />;
    case 'Table':
      return (
        <table>
          <tbody>{childrenOf(node, text, depth)}</tbody>
        </table>
      );
    case 'TableHeader':
      return (
        <tr>
          {cells(node).map((cell) => (
            <th key={cell.from}>{inlineOf(cell, text, depth)}</th>
          ))}
        </tr>
      );
    case 'TableRow':
      return (
        <tr>
          {cells(node).map((cell) => (
            <td key={cell.from}>{inlineOf(cell, text, depth)}</td>
          ))}
        </tr>
      );
    case 'Link':
      return <Linked node={node} text={text} depth={depth} />;
    case 'Image':
      return (
        <span className={styles.aside}>
          image, not loaded: <bdi>{visibleLine(labelOf(node, text))}</bdi>{' '}
          <bdi className="mono">{addressOf(node, text)}</bdi>
        </span>
      );
    case 'URL':
    case 'Autolink':
      return <bdi className="mono">{visibleLine(source().replace(/^<|>$/g, ''))}</bdi>;
    case 'LinkReference':
      return (
        <p className={styles.aside}>
          <VisibleParts text={source()} />
        </p>
      );
    case 'HardBreak':
      return <br />;
    case 'Escape':
      return <VisibleParts text={source().slice(1)} />;
    case 'Entity':
      return entities[source()] ?? <VisibleParts text={source()} />;
    case 'HTMLBlock':
    case 'CommentBlock':
    case 'ProcessingInstructionBlock':
      return (
        <pre>
          <VisibleParts text={source()} />
        </pre>
      );
    case 'HTMLTag':
    case 'Comment':
    case 'ProcessingInstruction':
      return (
        <code>
          <VisibleParts text={source()} />
        </code>
      );
    case 'HeaderMark':
    case 'EmphasisMark':
    case 'StrikethroughMark':
    case 'CodeMark':
    case 'QuoteMark':
    case 'ListMark':
    case 'LinkMark':
    case 'TableDelimiter':
    case 'CodeInfo':
      return null;
    default:
      return <VisibleParts text={source()} />;
  }
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ' };

function headingOf(node: SyntaxNode, text: string, depth: number): ReactNode {
  const mark = node.firstChild?.name === 'HeaderMark' ? node.firstChild : null;
  const opens = mark !== null && mark.from === node.from;
  const from = opens ? mark.to + (text[mark.to] === ' ' ? 1 : 0) : node.from;
  return inlineOf(node, text, depth, from);
}

/** The text of a link, then its URL, so that readers need not trust the text. */
function Linked({ node, text, depth }: { node: SyntaxNode; text: string; depth: number }) {
  const marks = pieces(node, 'LinkMark');
  const [opens, closes] = marks;
  const address = addressOf(node, text);
  return (
    <span>
      {opens && closes ? inlineOf(node, text, depth, opens.to, closes.from) : null}
      {address && <bdi className={`${styles.aside} mono`}> {address}</bdi>}
    </span>
  );
}

function pieces(node: SyntaxNode, name: string): SyntaxNode[] {
  return node.getChildren(name);
}

function cells(node: SyntaxNode): SyntaxNode[] {
  return pieces(node, 'TableCell');
}

function addressOf(node: SyntaxNode, text: string): string {
  const found = node.getChild('URL');
  return found ? visibleLine(text.slice(found.from, found.to)) : '';
}

function labelOf(node: SyntaxNode, text: string): string {
  const [opens, closes] = pieces(node, 'LinkMark');
  return opens && closes ? text.slice(opens.to, closes.from) : '';
}
