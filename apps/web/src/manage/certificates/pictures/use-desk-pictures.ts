import { DESK_PICTURE } from '@portal/contract/certificates/desk/desk-rules.ts'
import type { DeskPicture } from '@portal/contract/certificates/rules/desk-fields.ts'
import { useRef, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { type QueuedPicture, uploadFault, usePictureQueue } from '#lib/api/picture-queue.ts'
import { uploadPicture } from './upload-picture.ts'
import { useLeaveWarning } from './use-leave-warning.ts'
import { insertPicture, usePictureList } from './use-picture-list.ts'
import { computeWidthAfter, type PictureEdit, type Size, turnPicture, UNEDITED } from './work/picture-edit.ts'
import { PictureRefused, preparePicture } from './work/prepare-picture.ts'

const { max: PICTURES_MAX, sideMaxPx } = DESK_PICTURE
/** Maximum side of the picture in the crop dialog, px. */
const PREVIEW_PX = 1200

/** The chosen or fetched file, and its edits: each edit starts from the file, so that it is not compressed repeatedly. */
interface Origin {
  source: Blob
  edit: PictureEdit
}

/** A file in the queue, with its edit. */
interface Job extends Origin {
  /** Position in the order of choosing. */
  place: number
  /** The stored picture that this one replaces, with its edit; `null`: an additional picture. */
  replaces: { file: string; edit: PictureEdit } | null
  size?: Size
}

interface Options {
  certificateNo: string
  pictures: readonly DeskPicture[]
  onChange: (pictures: DeskPicture[]) => void
}

/** The pictures of a draft: the stored ones, and those that are being scaled and uploaded. */
export function useDeskPictures({ certificateNo, pictures, onChange }: Options) {
  const api = useApi()
  const [message, setMessage] = useState('')
  const list = usePictureList({ pictures, onChange, onDone: setMessage })
  const jobs = useRef(new WeakMap<Blob, Job>()).current
  const origins = useRef(new Map<string, Origin>()).current
  const places = useRef(new Map<string, number>()).current
  const nextPlace = useRef(0)

  const { pictures: queued, queue } = usePictureQueue({
    concurrency: 2,
    check: () => null,
    faultOf: (reason) => (reason instanceof PictureRefused ? reason.message : uploadFault(reason)),
    async send(file, { onProgress, signal }) {
      const job = jobs.get(file)
      const { source = file, edit = UNEDITED } = job ?? {}
      const drawn = await preparePicture(source, { edit, sideMaxPx }, signal)
      if (job) job.size = drawn.source
      return await uploadPicture(api, { certificateNo, blob: drawn.blob, onProgress, signal })
    },
    onStored({ key, file, url }) {
      queue.remove(key)
      const job = file ? jobs.get(file) : undefined
      if (!job) return
      origins.set(url, { source: job.source, edit: job.edit })
      places.set(url, job.place)
      const before = list.newest()
      list.set(job.replaces ? replacePicture(before, url, job) : addPicture(before, url, job.place, places))
    },
  })
  useLeaveWarning(queued.length > 0)

  const further = queued.filter(({ file }) => file === null || !jobs.get(file)?.replaces)
  const findQueued = (file: string): QueuedPicture | undefined =>
    queued.find((one) => one.file !== null && jobs.get(one.file)?.replaces?.file === file)

  function add(files: readonly File[]) {
    const room = Math.max(0, PICTURES_MAX - list.newest().length - further.length)
    setMessage(files.length > room ? `最多 ${PICTURES_MAX} 张，其余没有添加` : '')
    for (const file of files.slice(0, room)) queuePicture(file, { source: file, edit: UNEDITED, replaces: null })
  }

  function queuePicture(file: File, job: Omit<Job, 'place'>, place = nextPlace.current++) {
    jobs.set(file, { ...job, place })
    queue.add([file])
  }

  async function loadOrigin(file: string): Promise<Origin> {
    const known = origins.get(file)
    if (known) return known
    const answer = await fetch(`/file/img/${file}`)
    if (!answer.ok) throw new PictureRefused('图片打不开，请重新上传')
    const origin = { source: await answer.blob(), edit: UNEDITED }
    origins.set(file, origin)
    return origin
  }

  /** Edits a stored picture and uploads the result. */
  async function edit(file: string, change: (before: PictureEdit) => PictureEdit) {
    try {
      const { source, edit: before } = await loadOrigin(file)
      const name = new File([source], file, { type: source.type })
      queuePicture(name, { source, edit: change(before), replaces: { file, edit: before } }, places.get(file))
    } catch (reason) {
      setMessage(reason instanceof PictureRefused ? reason.message : '网络不通，图片没有更改')
    }
  }

  return {
    /** Reason why the text cannot be submitted yet; empty when it can. */
    pending: describePending(queued.map(({ state }) => state)),
    further,
    findQueued,
    queue,
    message,
    removed: list.removed,
    describe: list.describe,
    remove: list.remove,
    putBack: list.putBack,
    move: list.move,
    add,
    turn: (file: string) => void edit(file, turnPicture),
    crop: (file: string, part: PictureEdit['crop']) => void edit(file, ({ turns }) => ({ turns, crop: part })),
    /** Loads the whole picture, turned as it is now, for the crop dialog. @throws PictureRefused */
    async preview(file: string, signal: AbortSignal) {
      const { source, edit: now } = await loadOrigin(file)
      const uncropped = { edit: { ...now, crop: null }, sideMaxPx: PREVIEW_PX }
      return { blob: (await preparePicture(source, uncropped, signal)).blob, crop: now.crop }
    },
  }
}

function describePending(states: readonly string[]): string {
  if (states.includes('failed')) return '有图片没有上传，请重试或移除'
  return states.length > 0 ? '图片正在处理' : ''
}

/** Inserts a picture in the order of choosing, whatever upload ends first. */
function addPicture(
  pictures: readonly DeskPicture[],
  file: string,
  place: number,
  places: ReadonlyMap<string, number>,
) {
  const later = pictures.findIndex((one) => (places.get(one.file) ?? -1) > place)
  const at = later < 0 ? pictures.length : later
  return insertPicture(pictures, at, { file, caption: '', widthMm: '' })
}

function replacePicture(pictures: readonly DeskPicture[], file: string, { replaces, edit, size }: Job): DeskPicture[] {
  return pictures.map((one) => {
    if (!replaces || one.file !== replaces.file) return one
    return { ...one, file, widthMm: size ? computeWidthAfter(one.widthMm, size, replaces.edit, edit) : one.widthMm }
  })
}
