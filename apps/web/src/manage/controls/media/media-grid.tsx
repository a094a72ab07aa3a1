import type { ReactNode } from 'react'
import { CheckBox } from '../forms/check-box.tsx'
import { useKeys } from '../keys/use-keys.ts'
import type { Selection } from '../lists/use-selection.ts'
import styles from './media.module.css'
import { MediaPlate } from './media-plate.tsx'
import { formatSize, formatUses, isWithoutAlt, type MediaItem } from './media-words.ts'

interface MediaGridProps {
  items: readonly MediaItem[]
  /** Wraps a cell in what opens or picks its file. */
  renderFrame: (item: MediaItem, cell: ReactNode) => ReactNode
  /** Gives each cell a check box. */
  selection?: Selection
}

/** Files as cells with a picture, name, size and use. */
export function MediaGrid({ items, renderFrame, selection }: MediaGridProps) {
  const deselect = () => (selection && selection.ids.size > 0 ? selection.clear() : false)
  useKeys(selection ? { Escape: { words: '取消选择', run: deselect } } : {})
  return (
    <ul className={styles.grid}>
      {items.map((item) => (
        <li key={item.id} className={styles.cell} data-selected={selection?.ids.has(item.id) || undefined}>
          {selection && (
            <span className={styles.pick}>
              <CheckBox
                className={styles.box}
                aria-label={`选择 ${item.name}`}
                checked={selection.ids.has(item.id)}
                onChange={() => selection.toggle(item.id)}
              />
            </span>
          )}
          {renderFrame(
            item,
            <>
              <MediaPlate item={item} />
              <span className={styles.words}>
                <b title={item.name}>{item.name}</b>
                <small>
                  <span>{formatSize(item)}</span>
                  <MediaState item={item} />
                </small>
              </span>
            </>,
          )}
        </li>
      ))}
    </ul>
  )
}

/** What a file lacks, else how much it is used. */
export function MediaState({ item }: { item: MediaItem }) {
  if (item.goneOn !== null) return <span>保留到 {item.goneOn}</span>
  if (isWithoutAlt(item)) return <span className={styles.warning}>缺替代文字</span>
  return <span>{formatUses(item)}</span>
}
