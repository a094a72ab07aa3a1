import { Megaphone, Pause, Play, X } from '@lucide/icons'
import { NOTICE_FADE_MS } from '@portal/contract/constants.ts'
import { useState } from 'react'
import { ANNOUNCEMENT_CLOSED, ANNOUNCEMENT_KEY } from '#app/document/theme-script.ts'
import { writeSessionItem } from '#lib/browser-storage.ts'
import type { SafeHtml } from '#lib/html/safe-html.ts'
import { useResting } from '#lib/use-resting.ts'
import { Container } from '#ui/container.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import styles from './announcement.module.css'

/** The site's bulletin as a ticker, until it is closed for this tab. */
export function Announcement({ bulletin }: { bulletin: SafeHtml }) {
  const resting = useResting()
  const [isPaused, setIsPaused] = useState(false)
  const [isClosing, setIsClosing] = useState(false)
  const handleClose = () => {
    setIsClosing(true)
    writeSessionItem(ANNOUNCEMENT_KEY, ANNOUNCEMENT_CLOSED)
    setTimeout(() => {
      document.documentElement.dataset.announcement = ANNOUNCEMENT_CLOSED
    }, NOTICE_FADE_MS)
  }
  return (
    <section
      ref={resting}
      className={styles.root}
      aria-label="公告"
      data-paused={isPaused || undefined}
      data-closing={isClosing || undefined}
    >
      <Container width="shell" className={styles.bar}>
        <Icon of={Megaphone} sizePx={18} className={styles.icon} />
        <div className={styles.track}>
          {/* A `div`, because the bulletin may contain paragraphs. */}
          <div className={styles.text}>
            <RichText html={bulletin} variant="inline" />
          </div>
        </div>
        <div className={styles.buttons}>
          <IconButton
            className={styles.pause}
            icon={isPaused ? Play : Pause}
            label={isPaused ? '继续滚动公告' : '暂停滚动公告'}
            onClick={() => setIsPaused(!isPaused)}
          />
          <IconButton icon={X} label="关闭公告" onClick={handleClose} />
        </div>
      </Container>
    </section>
  )
}
