import { useState } from 'react'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import styles from './report-pictures.module.css'

interface ReportPicturesProps {
  names: readonly string[]
  title: string
}

/** The pictures of a report, enlarged on a click. */
export function ReportPictures({ names, title }: ReportPicturesProps) {
  const [open, setOpen] = useState<number>()
  const words = (index: number) => `${title}，图片 ${index + 1}`
  const name = open === undefined ? undefined : names[open]
  return (
    <>
      <ul className={styles.list}>
        {names.map((one, index) => (
          <li key={one}>
            <button className={styles.button} type="button" onClick={() => setOpen(index)}>
              <img className={styles.small} src={addressOf(one)} alt={`放大查看：${words(index)}`} loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
      {open !== undefined && name !== undefined && (
        <Dialog label={words(open)} onClose={() => setOpen(undefined)} dismissOnScrim className={styles.panel}>
          <img className={styles.large} src={addressOf(name)} alt={words(open)} />
        </Dialog>
      )}
    </>
  )
}

function addressOf(name: string): string {
  return `/v1/review/reportPicture/${encodeURIComponent(name)}`
}
