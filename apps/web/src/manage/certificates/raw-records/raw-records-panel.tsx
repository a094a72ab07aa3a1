import { FlaskConical, FolderOpen, RotateCcw } from '@lucide/icons'
import { INSTRUMENTS, RAW_RECORD, RAW_RECORD_ENDINGS } from '@portal/contract/certificates/desk/raw-record-rules.ts'
import { useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { formatBytes } from '#lib/format.ts'
import { showToast } from '#lib/toasts.ts'
import { DangerButton, DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Button } from '#ui/forms/button.tsx'
import { DropZone } from '#ui/forms/drop-zone.tsx'
import { FilesButton } from '#ui/forms/file-button.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { PendingChange } from '../desk-words.ts'
import { Combobox } from '../form/combobox.tsx'
import styles from './raw-records.module.css'
import { saveRecord } from './record-file.ts'
import { mayBeSpectrum } from './record-words.ts'
import { SpectrumButton } from './spectrum-button.tsx'
import { type RawRecord, type RecordUpload, useRawRecords } from './use-raw-records.ts'

const ACCEPTED = [...new Set(Object.values(RAW_RECORD_ENDINGS).flat())].map((ending) => `.${ending}`).join(',')
const INSTRUMENT_OPTIONS = INSTRUMENTS.map((value) => ({ value }))

interface RawRecordsPanelProps {
  certificateNo: string
  pendingChange: PendingChange | null
  /** The reader has the duty to prepare certificates. */
  mayPrepare: boolean
}

/** Files of instruments of a certificate. Writers add them to a draft; every reader of the desk downloads them. */
export function RawRecordsPanel({ certificateNo, pendingChange, mayPrepare }: RawRecordsPanelProps) {
  const desk = useRawRecords(certificateNo)
  const { records, uploads } = desk
  const [instrument, setInstrument] = useState('')
  const isDraft = pendingChange !== null && pendingChange.state !== 'submitted'
  const mayChange = isDraft && mayPrepare
  if (desk.hasFailed) {
    return (
      <Panel title="原始记录">
        <Note
          tone="error"
          isLive
          action={
            <Button variant="outline" onClick={desk.reload}>
              重试
            </Button>
          }
        >
          没有取到原始记录。
        </Note>
      </Panel>
    )
  }
  if (records === null || (records.length === 0 && !mayChange)) return null
  return (
    <Panel title="原始记录" note={records.length > 0 ? `${records.length} 个，仅内部可见` : '仅内部可见'}>
      <div className={styles.root}>
        {records.length > 0 && (
          <ul className={styles.list} aria-label="原始记录">
            {records.map((record) => (
              <RecordRow
                key={record.id}
                certificateNo={certificateNo}
                record={record}
                onRemove={
                  mayChange && record.version === pendingChange.version && !record.isApproved
                    ? () => desk.remove(record.id)
                    : undefined
                }
              />
            ))}
          </ul>
        )}
        {uploads.length > 0 && (
          <ul className={styles.list} aria-label="正在上传">
            {uploads.map((upload) => (
              <UploadRow key={upload.key} upload={upload} onRetry={desk.retry} onDrop={desk.drop} />
            ))}
          </ul>
        )}
        {mayChange && (
          <>
            <Field label="仪器" isOptional hint="先选仪器，再选文件；批准后不能更改。">
              <Combobox
                value={instrument}
                options={INSTRUMENT_OPTIONS}
                label="常用仪器"
                onChange={(text) => setInstrument(text.slice(0, RAW_RECORD.instrumentMax))}
              />
            </Field>
            <DropZone
              icon={FlaskConical}
              title="把光谱、天平打印等文件拖到这里"
              progress={null}
              hint="CSV、TXT、JCAMP-DX、PNG、JPEG、TIFF 或 PDF，每个 20 MB 以内，每版 50 个、共 100 MB 以内。原样保存，批准后不能更改或移除，以后只能随更正补充。"
              onFiles={(files) => desk.add(files, instrument)}
            >
              <FilesButton icon={FolderOpen} accept={ACCEPTED} onFiles={(files) => desk.add(files, instrument)}>
                选择文件
              </FilesButton>
            </DropZone>
          </>
        )}
      </div>
    </Panel>
  )
}

interface RecordRowProps {
  certificateNo: string
  record: RawRecord
  onRemove: (() => Promise<unknown>) | undefined
}

function RecordRow({ certificateNo, record, onRemove }: RecordRowProps) {
  const { fileName, instrument, version, bytes, byName, time, sha256, isApproved } = record
  const [isRemoving, setIsRemoving] = useState(false)
  const save = () =>
    saveRecord(certificateNo, record).catch((reason) =>
      showToast('error', reason instanceof ApiError ? reason.message : '网络不通，请稍后重试'),
    )
  return (
    <li className={styles.record}>
      <div className={styles.about}>
        <b className={styles.name}>{fileName}</b>
        <p className={styles.facts}>
          {[
            instrument,
            `第 ${version} 版${isApproved ? '' : '（未批准）'}`,
            formatBytes(bytes),
            byName,
            time.slice(0, 16),
          ]
            .filter(Boolean)
            .join('，')}
        </p>
        <p className={styles.digest}>
          SHA-256 <code>{sha256}</code>
        </p>
      </div>
      <div className={styles.actions}>
        {mayBeSpectrum(record) && (
          <SpectrumButton certificateNo={certificateNo} record={record} onSave={() => void save()} />
        )}
        <Button variant="quiet" onClick={() => void save()}>
          下载<VisuallyHidden>：{fileName}</VisuallyHidden>
        </Button>
        {onRemove && (
          <DangerButton onClick={() => setIsRemoving(true)}>
            移除<VisuallyHidden>：{fileName}</VisuallyHidden>
          </DangerButton>
        )}
      </div>
      {isRemoving && onRemove && (
        <DangerDialog
          title={`移除“${fileName}”？`}
          verb="移除"
          onConfirm={onRemove}
          onClose={() => setIsRemoving(false)}
        >
          <p>文件将删除；文件名与 SHA-256 留在经过中。</p>
        </DangerDialog>
      )}
    </li>
  )
}

interface UploadRowProps {
  upload: RecordUpload
  onRetry: (key: number) => void
  onDrop: (key: number) => void
}

function UploadRow({ upload: { key, file, state, progress, fault }, onRetry, onDrop }: UploadRowProps) {
  return (
    <li className={styles.record}>
      <div className={styles.about}>
        <b className={styles.name}>{file.name}</b>
        {state === 'sending' && <progress value={progress} max={1} aria-label={`${file.name}：上传进度`} />}
        {state === 'waiting' && <p className={styles.facts}>等待上传</p>}
        {state === 'failed' && (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
      </div>
      {state === 'failed' && (
        <div className={styles.actions}>
          <Button variant="quiet" icon={RotateCcw} onClick={() => onRetry(key)}>
            重试<VisuallyHidden>：{file.name}</VisuallyHidden>
          </Button>
          <Button variant="quiet" onClick={() => onDrop(key)}>
            不传了<VisuallyHidden>：{file.name}</VisuallyHidden>
          </Button>
        </div>
      )}
    </li>
  )
}
