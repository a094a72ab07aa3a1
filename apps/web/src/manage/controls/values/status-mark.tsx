import type { ReactNode } from 'react'
import styles from './status-mark.module.css'

/**
 * Shapes by meaning of a state. `draft`: 草稿. `wait`: 待审, 待受理, 待批准. `time`: 定时, 处理中, 已邀请. `live`: 已发布, 正常, 有效, 已办结. `stop`: 已退回,
 * 停用, 作废, 失败. `off`: 已下架, 未设置, 等对方回复.
 */
export type StatusShape = 'draft' | 'wait' | 'time' | 'live' | 'stop' | 'off'

/** A state as shape, colour and word. */
export function StatusMark({ shape, children }: { shape: StatusShape; children: ReactNode }) {
  return (
    <span className={styles.root} data-shape={shape}>
      {children}
    </span>
  )
}
