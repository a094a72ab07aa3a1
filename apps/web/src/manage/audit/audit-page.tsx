import { PageHead } from '#manage/controls/layout/page-head.tsx'

export function Component() {
  return <PageHead title="…" />
}
