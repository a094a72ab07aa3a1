import { RotateCcw } from '@lucide/icons'
import { classNames } from '#lib/class-names.ts'
import table from '#manage/controls/lists/table.module.css'
import { StatusMark, type StatusShape } from '#manage/controls/values/status-mark.tsx'
import { Button } from '#ui/forms/button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './bulk-pictures.module.css'
import type { BulkFile, BulkState } from './use-bulk-pictures.ts'

const STATES: Readonly<Record<BulkState, readonly [shape: StatusShape, word: string]>> = {
  left: ['off', '不上传'],
  ready: ['draft', '可以上传'],
  waiting: ['wait', '等待'],
  sending: ['time', '上传中'],
  saved: ['live', '已存入'],
  failed: ['stop', '失败'],
}

interface BulkTableProps {
  files: readonly BulkFile[]
  onRetry: (key: number) => void
}

/** The chosen pictures, in the order in which they are stored, with the reason of each that is not. */
export function BulkTable({ files, onRetry }: BulkTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label="图片与证书">
      <table className={classNames(table.root, styles.table)}>
        <thead>
          <tr>
            <th scope="col">文件</th>
            <th scope="col">证书</th>
            <th scope="col">状态</th>
          </tr>
        </thead>
        <tbody>
          {files.map(({ key, file, certificateNo, state, fault, progress }) => {
            const [shape, word] = STATES[state]
            return (
              <tr key={key}>
                <td className={styles.name}>{file.name}</td>
                <td>
                  {certificateNo === null ? (
                    '–'
                  ) : (
                    <TextLink to={`/certificates/${certificateNo}`}>{certificateNo}</TextLink>
                  )}
                </td>
                <td>
                  <span className={styles.state}>
                    <StatusMark shape={shape}>{word}</StatusMark>
                    {state === 'sending' && (
                      <progress
                        // The picture is being scaled until the first byte is sent.
                        {...(progress > 0 && { value: progress })}
                        max={1}
                        aria-label={`${file.name}：上传进度`}
                      />
                    )}
                    {fault !== '' && <span className={styles.fault}>{fault}</span>}
                    {state === 'failed' && (
                      <Button variant="quiet" icon={RotateCcw} onClick={() => onRetry(key)}>
                        重试<VisuallyHidden>：{file.name}</VisuallyHidden>
                      </Button>
                    )}
                  </span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
