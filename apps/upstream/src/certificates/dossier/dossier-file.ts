/** A file of the archive: its content, or the stored file with the SHA-256 that it must have. */
export type DossierFile =
  | { name: string; bytes: Buffer }
  /** `stored`: name of the file in its folder. */
  | { name: string; stored: string; sha256: string }
