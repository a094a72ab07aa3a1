import { DESK_PICTURE } from '@portal/contract/certificates/desk/desk-rules.ts'
import { CODE } from '@portal/contract/errors.ts'
import { useEffect, useRef, useState } from 'react'
import { type ApiClient, ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useSelf } from '#manage/staff/staff-store.ts'
import type { DeskCertificate } from '../desk-words.ts'
import { uploadPicture } from '../pictures/upload-picture.ts'
import { useLeaveWarning } from '../pictures/use-leave-warning.ts'
import { insertPicture } from '../pictures/use-picture-list.ts'
import { UNEDITED } from '../pictures/work/picture-edit.ts'
import { PictureRefused, preparePicture } from '../pictures/work/prepare-picture.ts'
import { FILES_MAX, findDraftFault, limitFiles, type NamedFile, nameFiles } from './match-files.ts'

/** `left`: not uploaded. `ready`: fits a draft. `waiting`: in the queue. */
export type BulkState = 'left' | 'ready' | 'waiting' | 'sending' | 'saved' | 'failed'

export interface BulkFile extends NamedFile {
  key: number
  state: BulkState
  /** Share that has been sent, 0 to 1. */
  progress: number
  /** Name of the uploaded picture, once it is uploaded. */
  stored: string | null
}

/** Numbers that are looked up at the same time. */
const LOOKUPS = 3
const CHANGED = '他人刚刚改过这份证书，这张没有存入，请重试'
const OFFLINE = '网络不通，请重试'

const describe = (reason: unknown) =>
  reason instanceof PictureRefused || reason instanceof ApiError ? reason.message : OFFLINE

/** Pictures that are matched with drafts by the names of their files, and uploaded one after the other. */
export function useBulkPictures() {
  const api = useApi()
  const { id: selfId } = useSelf()
  const [files, setFiles] = useState<readonly BulkFile[]>([])
  const [others, setOthers] = useState(0)
  const [isMatching, setIsMatching] = useState(false)
  const [isRunning, setIsRunning] = useState(false)
  const newest = useRef(files)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  useLeaveWarning(isRunning)

  function set(next: readonly BulkFile[]) {
    newest.current = next
    setFiles(next)
  }
  function change(key: number, changes: Partial<BulkFile>) {
    set(newest.current.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  }

  /** Matches files with drafts; nothing is uploaded yet. */
  async function choose(chosen: readonly File[]) {
    const found = nameFiles(chosen)
    setOthers(found.others + Math.max(0, found.named.length - FILES_MAX))
    set([])
    setIsMatching(true)
    const matched = await matchFiles(api, found.named.slice(0, FILES_MAX), selfId)
    setIsMatching(false)
    set(
      matched.map((one, key) => {
        const state = one.fault === '' ? ('ready' as const) : ('left' as const)
        return { ...one, key, state, progress: 0, stored: null }
      }),
    )
  }

  async function run() {
    if (stop.current) return
    const controller = new AbortController()
    stop.current = controller
    setIsRunning(true)
    for (;;) {
      const next = newest.current.find(({ state }) => state === 'waiting')
      if (!next || controller.signal.aborted) break
      await send(next, controller.signal)
    }
    stop.current = null
    setIsRunning(false)
  }

  async function send(one: BulkFile, signal: AbortSignal) {
    const { key, file, certificateNo } = one
    if (certificateNo === null) return
    change(key, { state: 'sending', progress: 0, fault: '' })
    try {
      const onProgress = (progress: number) => change(key, { progress })
      const stored = one.stored ?? (await uploadFile(api, { certificateNo, file, onProgress, signal }))
      change(key, { stored })
      await addToDraft(api, { certificateNo, stored, later: listLater(one), selfId })
      change(key, { state: 'saved', progress: 1 })
    } catch (reason) {
      change(key, signal.aborted ? { state: 'ready' } : { state: 'failed', fault: describe(reason) })
    }
  }

  /** Names of the pictures of the same certificate that stand after this one. */
  const listLater = ({ certificateNo, nth }: BulkFile) =>
    newest.current.flatMap((one) =>
      one.certificateNo === certificateNo && one.nth > nth && one.stored !== null ? [one.stored] : [],
    )

  function queue(isChosen: (one: BulkFile) => boolean) {
    set(newest.current.map((one) => (isChosen(one) ? { ...one, state: 'waiting', fault: '' } : one)))
    void run()
  }

  return {
    files,
    /** Number of chosen files that are no pictures, or too many. */
    others,
    isMatching,
    isRunning,
    choose,
    start: () => queue(({ state }) => state === 'ready'),
    retry: (key: number) => queue((one) => one.key === key && one.state === 'failed'),
    retryAll: () => queue(({ state }) => state === 'failed'),
    /** Stops; the picture that is being uploaded and those that wait can be started again. */
    stop() {
      stop.current?.abort()
      set(newest.current.map((one) => (one.state === 'waiting' ? { ...one, state: 'ready' } : one)))
    },
    clear: () => set([]),
  }
}

async function matchFiles(api: ApiClient, named: readonly NamedFile[], selfId: string): Promise<NamedFile[]> {
  const numbers = [...new Set(named.flatMap(({ certificateNo }) => certificateNo ?? []))]
  const byNumber = new Map<string, NamedFile[]>()
  async function matchNext(): Promise<void> {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      const own = named.filter(({ certificateNo }) => certificateNo === number)
      byNumber.set(number, await matchNumber(api, number, own, selfId))
    }
  }
  await Promise.all(Array.from({ length: LOOKUPS }, matchNext))
  const unnumbered = named.filter(({ certificateNo }) => certificateNo === null)
  const numbered = named.flatMap((one) =>
    one.certificateNo === null ? [] : (byNumber.get(one.certificateNo)?.shift() ?? []),
  )
  return [...numbered, ...unnumbered]
}

async function matchNumber(
  api: ApiClient,
  certificateNo: string,
  files: readonly NamedFile[],
  selfId: string,
): Promise<NamedFile[]> {
  try {
    const certificate = await readCertificate(api, certificateNo)
    const fault = findDraftFault(certificate, selfId)
    if (fault !== '') return files.map((one) => ({ ...one, fault }))
    return limitFiles(files, certificate.pendingChange?.form.pictures.length ?? 0)
  } catch (reason) {
    return files.map((one) => ({ ...one, fault: describe(reason) }))
  }
}

const readCertificate = (api: ApiClient, certificateNo: string): Promise<DeskCertificate> =>
  api.call('GET /v1/manage/certificates/{certificateNo}', { params: { certificateNo }, quiet: true })

interface UploadedFile {
  certificateNo: string
  file: File
  onProgress: (part: number) => void
  signal: AbortSignal
}

async function uploadFile(api: ApiClient, { file, ...sent }: UploadedFile): Promise<string> {
  const options = { edit: UNEDITED, sideMaxPx: DESK_PICTURE.sideMaxPx }
  const { blob } = await preparePicture(file, options, sent.signal)
  return await uploadPicture(api, { ...sent, blob })
}

interface AddedPicture {
  certificateNo: string
  stored: string
  later: readonly string[]
  selfId: string
}

/** Adds an uploaded picture to the newest text of its draft. @throws PictureRefused */
async function addToDraft(api: ApiClient, { certificateNo, stored, later, selfId }: AddedPicture): Promise<void> {
  const certificate = await readCertificate(api, certificateNo)
  const fault = findDraftFault(certificate, selfId)
  const { pendingChange } = certificate
  if (fault !== '' || pendingChange === null) throw new PictureRefused(fault)
  const { form, answers, revision } = pendingChange
  // An earlier save succeeded although its answer was lost.
  if (form.pictures.some(({ file }) => file === stored)) return
  if (form.pictures.length >= DESK_PICTURE.max) throw new PictureRefused(`至多 ${DESK_PICTURE.max} 张，放不下`)
  const at = form.pictures.findIndex(({ file }) => later.includes(file))
  const added = { file: stored, caption: '', widthMm: '' }
  const pictures = insertPicture(form.pictures, at < 0 ? form.pictures.length : at, added)
  const body = { revision, form: { ...form, pictures }, answers }
  await api
    .call('PUT /v1/manage/certificates/{certificateNo}', { params: { certificateNo }, body, quiet: true })
    .catch((reason: unknown) => {
      if (reason instanceof ApiError && reason.code === CODE.conflict) throw new PictureRefused(CHANGED)
      throw reason
    })
}
