import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Column, Columns, Panel } from '#manage/controls/layout/panel.tsx'
import { Link } from '#ui/link.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { type Block, type Piece, readHandbook } from './handbook.ts'
import styles from './help-page.module.css'

const SECTIONS = readHandbook()

/** The handbook; the address names a section, e.g. `#操作记录`. */
export function Component() {
  const { hash } = useLocation()
  const current = decodeURIComponent(hash.slice(1))
  useEffect(() => {
    if (current) document.getElementById(current)?.scrollIntoView()
  }, [current])
  return (
    <>
      <PageHead title="管理端手册" summary="每个位置做什么、怎样做。页面右上角的“?”打开所在位置的一节" />
      <Columns>
        <Panel title="目录" span={3}>
          <nav aria-label="手册目录">
            <ul className={styles.contents}>
              {SECTIONS.map(({ title }) => (
                <li key={title}>
                  <Link to={`/help#${title}`} aria-current={title === current ? 'location' : undefined}>
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </Panel>
        <Column span={9}>
          {SECTIONS.map(({ title, blocks }) => (
            <div className={styles.section} key={title} id={title} data-current={title === current || undefined}>
              <Panel title={title}>
                <div className={styles.text}>
                  {blocks.map((block, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
                    <BlockView key={at} block={block} />
                  ))}
                </div>
              </Panel>
            </div>
          ))}
        </Column>
      </Columns>
    </>
  )
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'paragraph') return <p>{block.pieces.map(pieceView)}</p>
  const List = block.isOrdered ? 'ol' : 'ul'
  return (
    <List>
      {block.items.map((pieces, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
        <li key={at}>{pieces.map(pieceView)}</li>
      ))}
    </List>
  )
}

function pieceView(piece: Piece, at: number) {
  if (piece.kind === 'code') return <code key={at}>{piece.text}</code>
  if (piece.kind === 'strong') return <strong key={at}>{piece.text}</strong>
  // Links to other parts of the document and to files of the repository have no address here.
  if (piece.kind === 'link' && piece.to.startsWith('/')) {
    return (
      <TextLink key={at} to={piece.to}>
        {piece.text}
      </TextLink>
    )
  }
  return piece.text
}
