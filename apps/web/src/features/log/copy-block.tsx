import { Copy } from '@lucide/icons'
import type { ReactNode } from 'react'
import { copyText } from '#lib/copy-text.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { IconButton } from '#ui/forms/icon-button.tsx'
import styles from './log-page.module.css'

interface CopyBlockProps {
  text: string
  /** Chinese name of the text, used by the button and its message. */
  name: string
  /** Content in place of the plain text. */
  children?: ReactNode
}

/** A text in a monospaced font with a button that copies it. */
export function CopyBlock({ text, name, children = text }: CopyBlockProps) {
  const isHydrated = useHydrated()
  return (
    <div className={styles.copied}>
      <code>{children}</code>
      {isHydrated && (
        <IconButton
          icon={Copy}
          label={`复制${name}`}
          className={styles.copy}
          onClick={() => void copyText(text, `已复制${name}`, '浏览器不允许复制，请手动选取')}
        />
      )}
    </div>
  )
}
