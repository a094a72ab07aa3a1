import { formatNumber } from '#lib/format.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { Link } from '#ui/link.tsx'
import { type Batch, listUnknownColumns } from './batch-words.ts'
import styles from './import.module.css'

const NAMED_MAX = 8

/** Notes about content of the file that the import ignores, where this is easily missed. */
export function LeftOutNotes({ batch }: { batch: Batch }) {
  const isOpen = batch.state === 'checking' || batch.state === 'ready'
  const unknown = isOpen ? listUnknownColumns(batch) : []
  if (unknown.length === 0 && batch.pictures === 0) return null
  return (
    <div className={styles.notes}>
      {unknown.length > 0 && (
        <Note tone="warning" title={`${unknown.length} 列没有认出，不会导入：`}>
          {unknown.slice(0, NAMED_MAX).join('、')}
          {unknown.length > NAMED_MAX && '等'}。要印在证书上的，请在“列的对应”中改选。
        </Note>
      )}
      {batch.pictures > 0 && (
        <Note tone="warning" title={`表格中浮动的 ${formatNumber(batch.pictures)} 张图片没有导入。`}>
          它们不属于任何一行。请在入库后把图片文件以证书编号命名，到
          <Link to="/certificates/import/pictures">批量上传影像</Link>
          一次上传，或到各证书页上传。
        </Note>
      )}
    </div>
  )
}
