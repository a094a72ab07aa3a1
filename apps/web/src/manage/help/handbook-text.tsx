import { MarkedText } from '#manage/controls/values/marked-text.tsx'
import { TextLink } from '#ui/text-link.tsx'
import type { Block, Piece } from './handbook.ts'
import styles from './handbook-text.module.css'

interface HandbookTextProps {
  blocks: readonly Block[]
  /** Words that are marked wherever they occur. */
  words: readonly string[]
}

/** The text of a section. */
export function HandbookText({ blocks, words }: HandbookTextProps) {
  return (
    <div className={styles.root}>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
        <BlockView key={at} block={block} words={words} />
      ))}
    </div>
  )
}

function BlockView({ block, words }: { block: Block; words: readonly string[] }) {
  const renderPiece = (piece: Piece, at: number) => <PieceView key={at} piece={piece} words={words} />
  if (block.kind === 'paragraph') return <p>{block.pieces.map(renderPiece)}</p>
  const List = block.isOrdered ? 'ol' : 'ul'
  return (
    <List>
      {block.items.map((pieces, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
        <li key={at}>{pieces.map(renderPiece)}</li>
      ))}
    </List>
  )
}

/** Keys in the notation of the handbook: `Ctrl Shift P`. */
const KEY = /^(?:(?:Ctrl|Alt|Shift|⌘) )*(?:Enter|Esc|[A-Z?/↑↓])$/

function PieceView({ piece, words }: { piece: Piece; words: readonly string[] }) {
  const text = <MarkedText text={piece.text} words={words} />
  if (piece.kind === 'code') return KEY.test(piece.text) ? <kbd>{text}</kbd> : <code>{text}</code>
  if (piece.kind === 'strong') return <strong>{text}</strong>
  // Links to other parts of the document and to files of the repository have no address here.
  return piece.kind === 'link' && piece.to.startsWith('/') ? <TextLink to={piece.to}>{text}</TextLink> : text
}
