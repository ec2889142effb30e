/* Nothing: only its name counts. A program that needs the compiler's ThreadSanitizer library by this
   name is satisfied, and finds the functions in Steward's. */
typedef int steward_stub_is_not_empty;
