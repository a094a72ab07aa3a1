import { useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import styles from './thumbnails.module.css'

interface ThumbnailsProps {
  /** Addresses of the pictures. */
  addresses: readonly string[]
  formatLabel: (index: number) => string
  className?: string | undefined
}

/** Small pictures, which a click enlarges. */
export function Thumbnails({ addresses, formatLabel, className }: ThumbnailsProps) {
  const [open, setOpen] = useState<number>()
  const address = open === undefined ? undefined : addresses[open]
  return (
    <>
      <ul className={classNames(styles.root, className)}>
        {addresses.map((one, index) => (
          <li key={one}>
            <button className={styles.button} type="button" onClick={() => setOpen(index)}>
              <img className={styles.small} src={one} alt={`放大查看：${formatLabel(index)}`} loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
      {open !== undefined && address !== undefined && (
        <Dialog label={formatLabel(open)} onClose={() => setOpen(undefined)} dismissOnScrim className={styles.panel}>
          <img className={styles.large} src={address} alt={formatLabel(open)} />
        </Dialog>
      )}
    </>
  )
}
