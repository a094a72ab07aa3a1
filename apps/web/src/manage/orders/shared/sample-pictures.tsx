import type { Sample } from '@portal/contract/orders/manage-orders.ts'
import { formatShortNo } from '#domain/orders/short-number.ts'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import { Thumbnails } from '#ui/figures/thumbnails.tsx'
import styles from './sample-pictures.module.css'

/** Builds the address at which staff see a picture of a sample. */
export function buildSamplePictureAddress(name: string): string {
  return `/v1/manage/samples/pictures/${encodeURIComponent(name)}`
}

/** Duties of `getSamplePicture`, whose module loads schemas. */
const DUTIES = ['reception', 'certify', 'approve'] as const

/** Pictures of a sample for the duties that may see them. Their names have its number alone, because the bench is blind. */
export function SamplePictures({ sample: { sampleNo, pictures } }: { sample: Pick<Sample, 'sampleNo' | 'pictures'> }) {
  const { duties } = useSelf()
  if (pictures.length === 0 || !hasDuty(duties, DUTIES)) return null
  return (
    <Thumbnails
      className={styles.root}
      addresses={pictures.map(buildSamplePictureAddress)}
      formatLabel={(index) => `${formatShortNo(sampleNo)} 图片 ${index + 1}`}
    />
  )
}
