export function withDirectoryLock<Result>(
  lockPath: string,
  onWait: () => void,
  work: () => Promise<Result> | Result,
): Promise<Result>
