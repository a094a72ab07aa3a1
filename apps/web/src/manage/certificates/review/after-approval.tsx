import { Bell, Eye, FileX, Link2, Lock, type LucideIconData, PenLine, Printer, RefreshCw } from '@lucide/icons'
import { Note } from '#manage/controls/layout/note.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Icon } from '#ui/icon.tsx'
import type { DeskCertificate, PendingChange } from '../desk-words.ts'
import { MarkNote } from '../form/mark-note.tsx'
import styles from './review-view.module.css'

interface AfterApprovalProps {
  pendingChange: PendingChange
  marks: DeskCertificate['marks']
  isFourEyes: boolean
}

/** Consequences of an approval. */
export function AfterApproval({ pendingChange, marks, isFourEyes }: AfterApprovalProps) {
  return (
    <>
      <Panel title="批准之后">
        <ul className={styles.after}>
          {listEffects(pendingChange).map(([icon, words]) => (
            <li key={words}>
              <Icon of={icon} sizePx={18} />
              {words}
            </li>
          ))}
        </ul>
      </Panel>
      {pendingChange.kind !== 'withdrawal' && <MarkNote marks={marks} form={pendingChange.form} />}
      {isFourEyes && (
        <Note icon={Lock} title="四眼原则">
          {pendingChange.awaitsReview || pendingChange.reviewer
            ? '主检、审核与批准须是三个人，负责人也不例外。'
            : '制作过本版的人不能批准，负责人也不例外。'}
          停用须在站点设置中写明理由，并记入证书的经过。
        </Note>
      )}
    </>
  )
}

function listEffects({ kind, version, replaces, setsAside }: PendingChange): [LucideIconData, string][] {
  if (kind === 'withdrawal') {
    return [
      [Eye, '持码人看到撤销、原因与日期，不能恢复'],
      [Bell, '收存此证书的会员收到通知与邮件'],
      [Link2, '分享随即结束'],
      [Lock, '封存的核对码随即销毁，不能再打印'],
      ...(setsAside === undefined ? [] : [[FileX, `第 ${setsAside} 版的更正作废`] as [LucideIconData, string]]),
    ]
  }
  const shared: [LucideIconData, string] = [PenLine, '签发日期为批准当日，批准人为签字人本人']
  if (kind === 'first') {
    return [
      [Eye, '持码人随即查到第 1 版'],
      shared,
      ...(replaces ? [[RefreshCw, `${replaces} 同时变为“已换发”`] as [LucideIconData, string]] : []),
    ]
  }
  return [
    [Eye, `持码人看到第 ${version} 版`],
    shared,
    [Bell, '收存此证书的会员收到更正的通知与邮件'],
    [Link2, `分享继续有效，改示第 ${version} 版`],
    [Printer, `已印的卡片不变；重印得到第 ${version} 版`],
  ]
}
