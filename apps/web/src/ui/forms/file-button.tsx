import type { LucideIconData } from '@lucide/icons'
import { useId } from 'react'
import { Icon } from '../icon.tsx'
import shared from '../shared.module.css'
import styles from './file-button.module.css'
import { FileInput } from './file-input.tsx'

interface FilesButtonProps {
  icon: LucideIconData
  accept: string
  isBlock?: boolean
  isBusy?: boolean
  isMultiple?: boolean
  /** Picks a folder with all its files; browsers without such a dialog pick files. */
  isFolder?: boolean
  onFiles: (files: File[]) => void
  children: string
}

export interface FileButtonProps extends Omit<FilesButtonProps, 'isMultiple' | 'isFolder' | 'onFiles'> {
  onFile: (file: File) => void
}

/** A button that picks one file. */
export function FileButton({ onFile, ...props }: FileButtonProps) {
  return <FilesButton {...props} isMultiple={false} onFiles={([file]) => file && onFile(file)} />
}

/** A button that picks files by a plain file input, which in-app browsers also support. */
export function FilesButton(props: FilesButtonProps) {
  const {
    icon,
    accept,
    isBlock = false,
    isBusy = false,
    isMultiple = true,
    isFolder = false,
    onFiles,
    children,
  } = props
  const id = useId()
  return (
    <label htmlFor={id} className={styles.root} data-block={isBlock || undefined} aria-busy={isBusy || undefined}>
      <FileInput
        id={id}
        className={shared.file}
        accept={accept}
        disabled={isBusy}
        multiple={isMultiple}
        {...(isFolder && { webkitdirectory: '' })}
        onFiles={onFiles}
      />
      <Icon of={icon} sizePx={18} />
      {children}
    </label>
  )
}
