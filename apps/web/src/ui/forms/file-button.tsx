import type { LucideIconData } from '@lucide/icons'
import { useId } from 'react'
import { Icon } from '../icon.tsx'
import shared from '../shared.module.css'
import styles from './file-button.module.css'
import { FileInput } from './file-input.tsx'

export interface FileButtonProps {
  icon: LucideIconData
  accept: string
  isBlock?: boolean
  isBusy?: boolean
  onFile: (file: File) => void
  children: string
}

/** A button that picks one file by a plain file input, which in-app browsers also support. */
export function FileButton({ icon, accept, isBlock = false, isBusy = false, onFile, children }: FileButtonProps) {
  const id = useId()
  return (
    <label htmlFor={id} className={styles.root} data-block={isBlock || undefined} aria-busy={isBusy || undefined}>
      <FileInput
        id={id}
        className={shared.file}
        accept={accept}
        disabled={isBusy}
        onFiles={([file]) => file && onFile(file)}
      />
      <Icon of={icon} sizePx={18} />
      {children}
    </label>
  )
}
