import { toRelativeText } from '@portal/contract/relative-time.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import type { PostView } from './post-view.ts'

/** Updates the age of a post. One without an age, which then shows its time, stays as it is. */
export function updateAge(post: PostView, nowMs: number): PostView {
  const atMs = toInstantMs(post.at)
  return post.age && atMs !== null ? { ...post, age: toRelativeText(atMs, nowMs) } : post
}
