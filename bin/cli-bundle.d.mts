/** What is bundled, and where to. Paths of `root` and `cache` are absolute, others relative to `root` with `/`. */
export interface BundledCli {
  readonly root: string;
  readonly entry: string;
  readonly cache: string;
  readonly external: readonly string[];
  readonly sourcesOnly: Readonly<Record<string, readonly string[]>>;
  readonly extra: readonly string[];
}
export declare const assayCli: BundledCli;
export declare function findBundle(cli: BundledCli): Promise<string | undefined>;
export declare function readFresh(cli: BundledCli): string | undefined;
