import { ImageOff, Link2Off, Lock, type LucideIconData } from '@lucide/icons'
import { Icon } from '#ui/icon.tsx'
import styles from './remarks.module.css'

interface Remarked {
  lockedBy: string | null
  brokenLinks: number
  picturesWithoutText: number
}

/** Marks after a title, with icon and words: the person who edits, and the faults that the check has found. */
export function Remarks({ of: { lockedBy, brokenLinks, picturesWithoutText } }: { of: Remarked }) {
  return (
    <>
      {lockedBy && <Remark icon={Lock} words={`${lockedBy}正在编辑`} tone="lock" />}
      {brokenLinks > 0 && <Remark icon={Link2Off} words={`${brokenLinks} 处失效链接`} />}
      {picturesWithoutText > 0 && <Remark icon={ImageOff} words={`${picturesWithoutText} 图缺替代文字`} />}
    </>
  )
}

function Remark({ icon, words, tone }: { icon: LucideIconData; words: string; tone?: 'lock' }) {
  return (
    <span className={styles.root} data-tone={tone}>
      <Icon of={icon} sizePx={14} />
      {words}
    </span>
  )
}
