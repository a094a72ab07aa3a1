import type { DeskPicture } from '@portal/contract/certificates/rules/desk-fields.ts'
import type { DeskCertificate } from '../../desk-words.ts'
import { ScaledPicture } from '../scaled-picture.tsx'
import styles from './changed-pictures.module.css'
import { comparePictures, type ShownPicture } from './picture-changes.ts'

interface ChangedPicturesProps {
  pictures: readonly DeskPicture[]
  published: DeskCertificate['published']
}

/** The pictures that a signatory approves, with their differences from the previous version. */
export function ChangedPictures({ pictures, published }: ChangedPicturesProps) {
  const { pictures: shown, removed } = comparePictures(pictures, published)
  if (shown.length + removed.length === 0) return null
  const changed = shown.filter(({ changes }) => changes.length > 0).length
  return (
    <section className={styles.root} aria-label="影像">
      <p className={styles.title}>
        影像 {shown.length} 张{published && `，${describeCounts(changed, removed.length, published.version)}`}
      </p>
      <ul className={styles.grid}>
        {shown.map((picture, index) => (
          <PictureItem picture={picture} nth={`图片 ${index + 1}`} changes={picture.changes} key={picture.src} />
        ))}
        {removed.map((picture) => (
          <PictureItem picture={picture} nth="删去的图片" changes={['删去']} isRemoved key={picture.src} />
        ))}
      </ul>
    </section>
  )
}

function describeCounts(changed: number, removed: number, version: number): string {
  if (changed + removed === 0) return `与第 ${version} 版相同`
  const counts = [changed > 0 && `改 ${changed} 张`, removed > 0 && `删 ${removed} 张`]
  return `与第 ${version} 版相比${counts.filter(Boolean).join('、')}`
}

interface PictureItemProps {
  picture: ShownPicture
  nth: string
  changes: readonly string[]
  isRemoved?: boolean
}

function PictureItem({ picture: { src, caption, widthMm }, nth, changes, isRemoved = false }: PictureItemProps) {
  return (
    <li className={styles.item} data-changed={changes.length > 0 || undefined} data-removed={isRemoved || undefined}>
      <a className={styles.frame} href={src} target="_blank" rel="noreferrer">
        <ScaledPicture src={src} alt={caption || nth} widthMm={widthMm ?? 0} />
      </a>
      <p>
        {caption || '无说明'}
        {widthMm !== null && <span className={styles.width}>　画面宽 {widthMm} mm</span>}
      </p>
      {changes.map((change) => (
        <p className={styles.change} key={change}>
          {change}
        </p>
      ))}
    </li>
  )
}
