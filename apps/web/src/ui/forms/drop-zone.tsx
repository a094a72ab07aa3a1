import type { LucideIconData } from '@lucide/icons'
import type { ReactNode } from 'react'
import { useFileDrop } from '#ui/forms/use-file-drop.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './drop-zone.module.css'

interface DropZoneProps {
  icon: LucideIconData
  title: string
  hint: ReactNode
  /** Shown in place of title and buttons while files are processed; no others are taken meanwhile. */
  progress: ReactNode
  /** Called with at least one file. */
  onFiles: (files: readonly File[]) => void
  /** Buttons that pick the same files. */
  children: ReactNode
}

/** An area onto which files are dragged. */
export function DropZone({ icon, title, hint, progress, onFiles, children }: DropZoneProps) {
  const { isOver, handlers } = useFileDrop((files) => {
    if (files.length > 0 && !progress) onFiles(files)
  })
  return (
    // The buttons inside do the same by keyboard.
    <div className={styles.root} data-over={isOver || undefined} {...handlers}>
      <Icon of={icon} sizePx={40} />
      {progress || (
        <>
          <p className={styles.title}>{title}</p>
          <div className={styles.buttons}>{children}</div>
        </>
      )}
      <p className={styles.hint}>{hint}</p>
    </div>
  )
}
