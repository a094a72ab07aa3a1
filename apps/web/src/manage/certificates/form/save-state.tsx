import { CircleCheck, CloudOff, TriangleAlert } from '@lucide/icons'
import { Icon } from '#ui/icon.tsx'
import type { SaveState } from '../use-autosave.ts'
import styles from './form.module.css'

const TROUBLE = {
  failed: { icon: CloudOff, words: '没有保存成功，文字仍在本页，恢复网络后继续' },
  conflict: { icon: TriangleAlert, words: '他人刚刚改过这份证书，选定之后才能保存。您填写的都还在' },
  ended: { icon: TriangleAlert, words: '这份证书刚刚由他人提交或放弃，不能再改。您的文字仍在本页' },
} as const

/** State of the automatic saving: the time of the last save, or the error. @param savedAt `10:42:18` */
export function SaveStateLine({ state, savedAt }: { state: SaveState; savedAt: string }) {
  if (state === 'failed' || state === 'conflict' || state === 'ended') {
    const { icon, words } = TROUBLE[state]
    return (
      <p className={styles.trouble} role="alert">
        <Icon of={icon} sizePx={16} />
        {words}
      </p>
    )
  }
  return (
    <p className={styles.saved}>
      {state === 'saved' ? (
        <>
          <Icon of={CircleCheck} sizePx={16} />
          已保存 {savedAt}
        </>
      ) : (
        '停笔后自动保存'
      )}
    </p>
  )
}
