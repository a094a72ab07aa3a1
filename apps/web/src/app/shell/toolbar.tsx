import { AArrowUp, ArrowUpToLine, Bell, type LucideIconData, MessageSquareText, Moon, Sun } from '@lucide/icons'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { openDialog } from '#lib/dialogs.ts'
import { hasUser } from '#lib/session.ts'
import { NOTICE_PATHS, useNoticeCounters } from '#live/notice-counters.ts'
import { IconButton, type IconButtonProps } from '#ui/forms/icon-button.tsx'
import { useElder } from './elder.ts'
import { toggleElder } from './elder-toggle.tsx'
import { watchScroll } from './scroll-watch.ts'
import { getThemeToggleLabel, toggleTheme, useTheme } from './theme.tsx'
import styles from './toolbar.module.css'

/** Slides in from the right after scrolling down; always visible in elder mode. */
export function Toolbar() {
  const ref = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const theme = useTheme((state) => state.theme)
  const isElder = useElder((state) => state.isElder)
  const { system, comment, private: messages } = useNoticeCounters()
  useEffect(() => watchScroll(({ isToolbarShown }) => ref.current?.toggleAttribute('data-shown', isToolbarShown)), [])
  const goAsMember = (path: string) => {
    if (hasUser()) void navigate(path)
    else openDialog('login')
  }
  return (
    <aside ref={ref} className={styles.root} aria-label="快捷工具">
      <Tool
        icon={Bell}
        label={formatUnreadLabel('通知', system + comment)}
        count={system + comment}
        word="通知"
        onClick={() => goAsMember(NOTICE_PATHS[system === 0 && comment > 0 ? 'comment' : 'system'])}
      />
      <Tool
        icon={MessageSquareText}
        label={formatUnreadLabel('私信', messages)}
        count={messages}
        word="私信"
        onClick={() => goAsMember(NOTICE_PATHS.private)}
      />
      <Tool
        icon={theme === 'dark' ? Sun : Moon}
        label={getThemeToggleLabel(theme)}
        word={theme === 'dark' ? '浅色' : '深色'}
        onClick={toggleTheme}
      />
      <Tool icon={AArrowUp} label="长辈版" word="长辈版" aria-pressed={isElder} onClick={toggleElder} />
      <Tool icon={ArrowUpToLine} label="回到顶部" word="顶部" onClick={scrollToTop} />
    </aside>
  )
}

function formatUnreadLabel(name: string, count: number): string {
  return count > 0 ? `${name}，${count} 条未读` : name
}

interface ToolProps extends IconButtonProps {
  icon: LucideIconData
  /** Shown under the icon in elder mode; part of the label. */
  word: string
}

function Tool({ word, ...button }: ToolProps) {
  return (
    <div className={styles.tool}>
      <IconButton {...button} />
      <span className={styles.word} aria-hidden="true">
        {word}
      </span>
    </div>
  )
}

function scrollToTop(): void {
  const isReduced = useElder.getState().isElder || matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollTo({ top: 0, behavior: isReduced ? 'auto' : 'smooth' })
}
