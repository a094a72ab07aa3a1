import { keepCodes } from '#manage/controls/values/keep-codes.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './approve-values.module.css'
import type { ComparedValue } from './sibling-values.ts'
import type { ReviewRow } from './use-review-pages.ts'

/** The lines of a certificate. Usual values are quiet, and those that differ from the other certificates are marked. */
export function ApproveValues({ values }: { values: readonly ComparedValue[] }) {
  return (
    <dl className={styles.values}>
      {values.map(({ member, label, value, likeness }) => (
        <div key={member} data-likeness={likeness}>
          <dt>{label}</dt>
          <dd>
            {keepCodes(value) || '（空）'}
            {likeness === 'different' && <VisuallyHidden>，与其他各份不同</VisuallyHidden>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The pictures of a certificate; each opens in its full size. */
export function ApprovePictures({ pictures }: { pictures: ReviewRow['pictures'] }) {
  if (pictures.length === 0) return <p className={styles.none}>没有图片</p>
  return (
    <ul className={styles.pictures}>
      {pictures.map(({ file, caption, widthMm }, at) => (
        <li key={file}>
          <a href={`/file/img/${file}`} target="_blank" rel="noreferrer">
            <img src={`/file/img/${file}`} alt={caption || `图片 ${at + 1}`} loading="lazy" />
          </a>
          <span className={styles.caption}>
            {caption || '无说明'}
            {widthMm && `，宽 ${widthMm} mm`}
          </span>
        </li>
      ))}
    </ul>
  )
}
