export declare const longTests: readonly string[]
export declare const leftOut: readonly string[]
