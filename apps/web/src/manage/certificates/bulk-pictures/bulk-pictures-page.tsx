import { FolderOpen, Images } from '@lucide/icons'
import { DESK_PICTURE } from '@portal/contract/certificates/desk/desk-rules.ts'
import { Link } from 'react-router-dom'
import { formatNumber } from '#lib/format.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Ruler } from '#manage/controls/values/ruler.tsx'
import { Button } from '#ui/forms/button.tsx'
import { DropZone } from '#ui/forms/drop-zone.tsx'
import { FilesButton } from '#ui/forms/file-button.tsx'
import styles from './bulk-pictures.module.css'
import { BulkTable } from './bulk-table.tsx'
import { FILES_MAX } from './match-files.ts'
import { type BulkState, useBulkPictures } from './use-bulk-pictures.ts'

const ACCEPTED = 'image/jpeg,image/png,image/webp'

/** Uploads many pictures, which belong to drafts by the numbers in the names of their files. */
export function Component() {
  const bulk = useBulkPictures()
  const { files, others, isMatching, isRunning } = bulk
  const count = (...states: BulkState[]) => files.filter(({ state }) => states.includes(state)).length
  const [ready, left, failed, saved] = [count('ready'), count('left'), count('failed'), count('saved')]
  const [open, all] = [count('waiting', 'sending'), files.length - left]
  return (
    <>
      <PageHead
        title="批量上传影像"
        crumb={<Link to="/certificates/import">批量导入</Link>}
        summary="按文件名中的证书编号，存入您的草稿"
        actions={
          files.length > 0 &&
          !isRunning && (
            <Button variant="quiet" onClick={bulk.clear}>
              换一批图片
            </Button>
          )
        }
      />
      {files.length === 0 && <PictureZone isBusy={isMatching} onFiles={(chosen) => void bulk.choose(chosen)} />}
      {others > 0 && !isMatching && (
        <div className={styles.notes}>
          <Note tone="warning" isLive>
            另有 {formatNumber(others)} 个文件没有列出：不是 JPEG、PNG 或 WebP 图片，或超出每次{' '}
            {formatNumber(FILES_MAX)} 张。
          </Note>
        </div>
      )}
      {files.length > 0 && (
        <Panel
          title={`${formatNumber(all)} 张可以上传，${formatNumber(left)} 张不能上传`}
          isFlush
          actions={
            <>
              {failed > 0 && !isRunning && (
                <Button variant="outline" onClick={bulk.retryAll}>{`重试失败的 ${failed} 张`}</Button>
              )}
              {isRunning ? (
                <Button variant="outline" onClick={bulk.stop}>
                  停止
                </Button>
              ) : (
                ready > 0 && <Button onClick={bulk.start}>{`上传 ${formatNumber(ready)} 张`}</Button>
              )}
            </>
          }
        >
          <div className={styles.progress}>
            <p role="status">{describeProgress({ saved, failed, open, all })}</p>
            <Ruler share={all === 0 ? 0 : saved / all} label="上传进度" isProgress />
          </div>
          <BulkTable files={files} onRetry={bulk.retry} />
        </Panel>
      )}
    </>
  )
}

function describeProgress({ saved, failed, open, all }: Record<'saved' | 'failed' | 'open' | 'all', number>): string {
  if (all === 0) return '没有可以上传的图片'
  if (saved + failed + open === 0) return '核对无误后上传；不能上传的不影响其余图片'
  const words = `已存入 ${formatNumber(saved)} / ${formatNumber(all)} 张`
  return failed > 0 ? `${words}，失败 ${formatNumber(failed)} 张` : words
}

function PictureZone({ isBusy, onFiles }: { isBusy: boolean; onFiles: (files: readonly File[]) => void }) {
  return (
    <Panel>
      <DropZone
        icon={Images}
        title="把图片拖到这里"
        hint={
          <>
            文件名用证书编号，如 SH20261120000085.jpg；同一份证书有几张的，写作
            SH20261120000085-1.jpg、SH20261120000085-2.jpg，或 SH20261120000085 (2).jpg，按这个次序存入。每份至多{' '}
            {DESK_PICTURE.max} 张。上传之前先列出对应的草稿。
          </>
        }
        progress={isBusy && <p role="status">正在与草稿对应</p>}
        onFiles={onFiles}
      >
        <FilesButton icon={Images} accept={ACCEPTED} onFiles={onFiles}>
          选择图片
        </FilesButton>
        <FilesButton icon={FolderOpen} accept="" isFolder onFiles={onFiles}>
          选择文件夹
        </FilesButton>
      </DropZone>
    </Panel>
  )
}
